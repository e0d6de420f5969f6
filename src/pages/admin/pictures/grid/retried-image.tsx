import { useState } from 'preact/hooks'

/** How long to wait before asking again for an image that failed, in milliseconds. */
const retryMs = 5000

/** An image that is asked for once it is about to be seen, and again if the service was too busy. */
export function RetriedImage({ src }: { src: string }) {
  const [tries, setTries] = useState(0)
  return (
    <img
      key={tries}
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setTimeout(() => setTries(tries + 1), retryMs)}
    />
  )
}
