# Makes the root of the image: make-root.sh EXECUTABLES ARCHITECTURE FOLDER
# Packages are unpacked and not installed, so that no program of another platform is run.
set -eu
executables=$1 architecture=$2 root=$3

# Nothing counts as installed, so that everything that these need comes with them. busybox is a shell
# for whoever looks inside; util-linux shuts the decoder in.
apt() {
  apt-get -qq -o "APT::Architecture=$architecture" -o "APT::Architectures=$architecture" \
    -o Dir::State::Status=/dev/null "$@"
}
apt update
apt install --yes --no-install-recommends --download-only base-files busybox libc6 util-linux \
  libheif-examples libheif-plugin-dav1d libheif-plugin-libde265

mkdir -p "$root/var/lib/dpkg/status.d"
for package in /var/cache/apt/archives/*.deb; do
  dpkg-deb --fsys-tarfile "$package" | tar -x -C "$root" --exclude='./usr/share/locale' \
    --exclude='./usr/share/man' --exclude='./usr/share/doc/*/changelog*' --exclude='./usr/lib/*/gconv'
  # Where scanners for vulnerabilities look for what is inside.
  dpkg-deb --field "$package" >"$root/var/lib/dpkg/status.d/$(dpkg-deb --field "$package" Package)"
done
for name in sh true ls cat; do ln -s busybox "$root/usr/bin/$name"; done

# The first user of most computers, who can then change the pictures in a folder that is mounted.
echo 'photo-frame:x:1000:1000::/nonexistent:/bin/sh' >"$root/etc/passwd"
echo 'photo-frame:x:1000:' >"$root/etc/group"
install -d -o 1000 -g 1000 "$root/srv/photos"
install -m 755 "$executables/photo-frame-linux-$(echo "$architecture" | sed s/amd64/x64/)" \
  "$root/usr/bin/photo-frame"
