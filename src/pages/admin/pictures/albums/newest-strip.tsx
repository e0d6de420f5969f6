import { useEffect } from 'preact/hooks'
import { newestLink, newestPictureLink, open } from '../../lib/location.ts'
import { t } from '../../lib/messages.ts'
import { useData } from '../../lib/use-data.ts'
import { useRefresh } from '../../lib/use-refresh.ts'
import type { Model } from '../../service/model.ts'
import { newestFirst } from '../found-view.tsx'
import { thumbnailUrl } from '../grid/picture-urls.ts'
import { RetriedImage } from '../grid/retried-image.tsx'

/** How high its pictures are, in CSS pixels at the usual size of the font. */
const stripHeight = 160

/** How many pictures the strip has. */
const count = 20

/** The pictures of all folders that came last, side by side. */
export function NewestStrip({ model }: { model: Model }) {
  const query = { ...newestFirst, limit: `${count}` }
  const { data, reload } = useData(() => model.list('', query), [])
  useEffect(() => model.contentStore.subscribe(() => void reload()), [])
  useRefresh(reload, [])
  const pictures = data?.images.filter(({ dimensions }) => dimensions.width > 0) ?? []
  return (
    <>
      <div class="section-title">
        <h2>{t.albums.newest}</h2>
        <a href={newestLink}>{t.albums.showAll}</a>
      </div>
      <ul class="strip">
        {pictures.map(({ path, name, dimensions: { width, height }, lastModified }) => (
          <li key={path}>
            <button
              type="button"
              aria-label={name}
              style={{ aspectRatio: `${width} / ${height}` }}
              onClick={() => open(newestPictureLink(path))}
            >
              <RetriedImage src={thumbnailUrl(path, stripHeight, lastModified)} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
