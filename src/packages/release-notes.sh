# Prints what CHANGELOG.md says of the version of package.json: release-notes.sh TAG
# Fails where the tag is not `v` and that version, or where nothing is said of it.
set -eu
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
if [ "$1" != "v$version" ]; then
  echo "The tag is $1, but package.json has version $version." >&2
  exit 1
fi
# From the heading of the version to the next one, without empty lines around.
notes=$(awk -v heading="## [$version] - " '/^## / { found = index($0, heading) == 1; next } found' CHANGELOG.md)
if [ -z "$notes" ]; then
  echo "CHANGELOG.md has nothing below \"## [$version] - \" and a date." >&2
  exit 1
fi
printf '%s\n' "$notes" | sed '/./,$!d'
