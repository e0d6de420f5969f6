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
own='${own}' # the hours in the address of the slideshow: they count by the clock here, unless the screen is set
hours=$own
screen=on
panel=on
pause=0
answered=$SECONDS
lit=-121
trap 'lit=$SECONDS' USR1 # what is lit already is lit again: it may have been switched off meanwhile
trap '' PIPE # of a connection that ends
swayidle -w timeout 1 true resume "wlopm --on '*'; kill -USR1 $$" 2>/dev/null &
exec {nothing}<> <(:)

is_quiet() {
  [[ $1 =~ ^([0-9]+):([0-9]+)-([0-9]+):([0-9]+)$ ]] || return
  local from=$((10#\${BASH_REMATCH[1]} * 60 + 10#\${BASH_REMATCH[2]}))
  local to=$((10#\${BASH_REMATCH[3]} * 60 + 10#\${BASH_REMATCH[4]})) now
  printf -v now '%(10#%H*60+10#%M)T'
  ((from <= to ? now >= from && now < to : now >= from || now < to))
}

while :; do
  read -rt $pause -u $nothing # A sleep would be a process each time.
  pause=6
  answer=
  ${protocol === 'https:' ? `answer=$(curl -s --max-time 20 ${quoted(href)})` : ask}
  if [[ $answer =~ '"screen":"'(on|off) ]]; then
    screen=\${BASH_REMATCH[1]}
    answered=$SECONDS
    goes_by=service
    hours=$own
    if [[ -n $own ]]; then
      if [[ $answer = *'"screenUntil":"'* ]]; then goes_by=hours; fi
    elif [[ $answer =~ '"quiet":"'([0-9:-]+) ]]; then
      hours=\${BASH_REMATCH[1]}
    fi
  elif ((SECONDS - answered > 3600)); then
    goes_by=hours # those that the service said last
  fi
  if [ "$goes_by" = hours ]; then
    if is_quiet "$hours"; then screen=off; else screen=on; fi
  fi
  shown=$screen
  if ((SECONDS - lit <= 120)); then shown=on; fi
  if [ $shown != $panel ]; then
    wlopm "--$shown" '*' && panel=$shown
  fi
done
`
}
