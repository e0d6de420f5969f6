/** Writes an address as a word of a shell. */
export const quoted = (address: string) => `'${address.replaceAll("'", '%27')}'`

/**
 * Writes a script that switches the panels of a desktop off and on as the service says of a frame:
 * with `wlopm`, as labwc and Wayfire take it. One `curl` asks again and again, which costs less than
 * a process for each time.
 * @param page the address of the slideshow.
 */
export function screenScript(page: URL): string {
  const name = encodeURIComponent(page.searchParams.get('frame') ?? '')
  const frame = new URL(`/api/frames/${name}`, page).href
  const hours = page.searchParams.get('quiet') ?? ''
  const own = /^\d+:\d+-\d+:\d+$/.test(hours) ? hours : ''
  return `# Switches the panel off and on as the service says of the frame. A touch or a key lights it for two minutes.
command -v wlopm >/dev/null || exit 0
own='${own}' # the hours in the address of the slideshow, which come first
hours=''
panel=on
missed=0
touched=\${XDG_RUNTIME_DIR:-/tmp}/photo-frame-touched
swayidle -w timeout 1 true resume "wlopm --on '*'; touch '$touched'" 2>/dev/null &

is_quiet() {
  awk -v hours="$1" -v now="$(date +%H:%M)" 'function minutes(time, part) {
    split(time, part, ":")
    return part[1] * 60 + part[2]
  }
  BEGIN {
    split(hours, end, "-")
    from = minutes(end[1]); to = minutes(end[2]); now = minutes(now)
    exit !(from <= to ? now >= from && now < to : now >= from || now < to)
  }'
}

# Without lines of their own, what curl writes behind an answer waits for the next one.
stdbuf -oL curl -Ns --rate 10/m --max-time 20 -w '\\n' ${quoted(`${frame}?[1-9999999]`)} | while read -r answer; do
  case $answer in
    *'"screen":"off"'*) screen=off ;;
    *'"screen":"on"'*) screen=on ;;
    *) screen= ;;
  esac
  if [ -n "$own" ]; then
    case $answer in
      *'"screen":"off","screenUntil":null'*) ;;
      *) if is_quiet "$own"; then screen=off; else screen=on; fi ;;
    esac
  elif [ -n "$screen" ]; then
    missed=0
    hours=
    case $answer in *'"quiet":"'*) hours=\${answer#*'"quiet":"'} hours=\${hours%%'"'*} ;; esac
  else
    # The panel stays as it is. After an hour it goes by what the service said last.
    missed=$((missed + 1))
    [ "$missed" -gt 600 ] || continue
    if is_quiet "$hours"; then screen=off; else screen=on; fi
  fi
  if [ "$screen" = off ] && [ -n "$(find "$touched" -mmin -2 2>/dev/null)" ]; then screen=on; fi
  if [ "$screen" != "$panel" ]; then
    wlopm "--$screen" '*' && panel=$screen
  fi
done
`
}
