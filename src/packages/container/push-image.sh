# Pushes the images of a list and prints its digest: push-image.sh NAME docker://REGISTRY/NAME:TAG
set -eu
digest=$(mktemp)
trap 'rm "$digest"' EXIT
buildah manifest push --quiet --all --format v2s2 --digestfile "$digest" "$1" "$2" >&2
cat "$digest"
