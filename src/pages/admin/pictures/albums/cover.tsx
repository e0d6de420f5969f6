import { useState } from 'preact/hooks'
import { Icon } from '../../lib/controls/button.tsx'
import { thumbnailUrl } from '../grid/picture-urls.ts'

/** How long to wait before asking again for an image that failed, in milliseconds. */
const retryMs = 5000

/** A folder, and its picture: asked for once it is about to be seen, and again if the service was too busy. */
export function Cover({ path, height }: { path: string | null; height: number }) {
  const [tries, setTries] = useState(0)
  return (
    <span class="cover">
      <Icon name="folder" />
      {path !== null && (
        <img
          key={tries}
          src={thumbnailUrl(path, height)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setTimeout(() => setTries(tries + 1), retryMs)}
        />
      )}
    </span>
  )
}
