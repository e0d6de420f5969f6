/** Writes an address as a word of a shell. */
export const quoted = (address: string) => `'${address.replaceAll("'", '%27')}'`

/**
 * Writes a script for bash that switches the panels of a desktop off and on as the service says of a
 * frame: with `wlopm`, as labwc and Wayfire take it. The shell itself asks: a `curl` that stays takes
 * 9 MiB, and one for each time six times the processor. It takes one all the same for HTTPS.
 * @param page the address of the slideshow.
 */
export function screenScript(page: URL): string {
  const name = encodeURIComponent(page.searchParams.get('frame') ?? '')
  const hours = page.searchParams.get('quiet') ?? ''
  const own = /^\d+:\d+-\d+:\d+$/.test(hours) ? hours : ''
  const query = own && `?quiet=${own}`
  const { protocol, host, hostname, port, href } = new URL(`/api/frames/${name}${query}`, page)
  const socket = `/dev/tcp/${hostname.replaceAll(/[[\]]/g, '')}/${port || 80}`
  const ask = `{
    printf 'GET %s HTTP/1.0\\r\\nHost: %s\\r\\n\\r\\n' ${quoted(`/api/frames/${name}${query}`)} ${quoted(host)} >&3
    while read -rt 20 answer <&3; do :; done # up to the last line, which has no end
  } 2>/dev/null 3<>${quoted(socket)}`
  return `# Switches the panel off and on as the service says of the frame. A touch or a key lights it for two minutes.
command -v wlopm >/dev/null || exit 0
own='${own}' # the hours in the address of the slideshow, unless the screen is set
hours=''
panel=on
pause=0
answered=$SECONDS
touched=\${XDG_RUNTIME_DIR:-/tmp}/photo-frame-touched
swayidle -w timeout 1 true resume "wlopm --on '*'; touch '$touched'" 2>/dev/null &
trap '' PIPE # of a connection that ends

is_quiet() {
  [[ $1 =~ ^([0-9]+):([0-9]+)-([0-9]+):([0-9]+)$ ]] || return
  local from=$((10#\${BASH_REMATCH[1]} * 60 + 10#\${BASH_REMATCH[2]}))
  local to=$((10#\${BASH_REMATCH[3]} * 60 + 10#\${BASH_REMATCH[4]})) now
  printf -v now '%(10#%H*60+10#%M)T'
  ((from <= to ? now >= from && now < to : now >= from || now < to))
}

while sleep $pause; do
  pause=6
  answer=
  ${protocol === 'https:' ? `answer=$(curl -s --max-time 20 ${quoted(href)})` : ask}
  case $answer in
    *'"screen":"off"'*) screen=off ;;
    *'"screen":"on"'*) screen=on ;;
    *) screen= ;;
  esac
  if [ -n "$own" ]; then
    case $answer in
      *'"screenUntil":null'*) ;; # it is set
      *) if is_quiet "$own"; then screen=off; else screen=on; fi ;;
    esac
  elif [ -n "$screen" ]; then
    answered=$SECONDS
    hours=
    case $answer in *'"quiet":"'*) hours=\${answer#*'"quiet":"'} hours=\${hours%%'"'*} ;; esac
  else
    # The panel stays as it is. After an hour it goes by what the service said last.
    ((SECONDS - answered > 3600)) || continue
    if is_quiet "$hours"; then screen=off; else screen=on; fi
  fi
  if [ "$screen" = off ] && [ -n "$(find "$touched" -mmin -2 2>/dev/null)" ]; then screen=on; fi
  if [ "$screen" != "$panel" ]; then
    wlopm "--$screen" '*' && panel=$screen
  fi
done
`
}
