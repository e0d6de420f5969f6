# Makes sure that the packages are there before `start` and `test`: installs them where Bun is on the
# machine, and says what to do where it is not.
if ! command -v bun >/dev/null; then
  echo 'The packages are not installed. Run: npm ci' >&2
  exit 1
fi
[ -d node_modules ] || exec bun install --frozen-lockfile
