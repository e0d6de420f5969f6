# Builds the image for each platform from the executables in dist, with Buildah: build-image.sh NAME
# NAME gets a list of the images, from which `podman run NAME` takes that of the machine.
set -eu
cd "$(dirname "$0")/../../.."
name=$1
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)

# Pushed images of a list that is there already would be those of an earlier build.
buildah manifest rm "$name" >/dev/null 2>&1 || true
for architecture in amd64 arm64; do
  # Health checks are no part of the format of the Open Container Initiative.
  buildah build --quiet --format docker --manifest "$name" --platform "linux/$architecture" \
    --build-arg BUILDPLATFORM="linux/$(dpkg --print-architecture)" \
    --label org.opencontainers.image.title=photo-frame \
    --label org.opencontainers.image.version="$version" \
    --label org.opencontainers.image.licenses=MIT \
    ${GITHUB_REPOSITORY:+--label "org.opencontainers.image.source=https://github.com/$GITHUB_REPOSITORY"} \
    --file src/packages/container/Containerfile .
done
