import { Button } from '../lib/controls/button.tsx'
import { folderLink, parentOf } from '../lib/location.ts'
import { formatDate, formatSize, listFacts } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { useData } from '../lib/use-data.ts'
import type { Model, Picture } from '../service/model.ts'

interface FactsProps {
  model: Model
  picture: Picture
  onClose: () => void
}

/** What there is to know of a picture. */
export function FactsPanel({ model, picture, onClose }: FactsProps) {
  const { path, name, size, dimensions, taken, lastModified, invitation } = picture
  const { data } = useData(() => model.facts(path), [path, lastModified])
  const { width, height } = dimensions
  const folder = parentOf(path)
  return (
    <section class="viewer-facts" aria-label={t.picture.details}>
      <div class="summary">
        <h2>{t.picture.details}</h2>
        <Button label={t.app.close} sign="close" onClick={onClose} />
      </div>
      {data?.description && <p>{data.description}</p>}
      <dl class="details">
        <dt>{taken === null ? t.picture.changed : t.picture.taken}</dt>
        <dd>{formatDate(taken ?? lastModified, 'full')}</dd>
        <dt>{t.app.name}</dt>
        <dd class="name">{name}</dd>
        <dt>{t.picture.folder}</dt>
        <dd>
          <a class="name" href={folderLink(folder)}>
            {folder || t.albums.ownPictures}
          </a>
        </dd>
        <dt>{t.picture.size}</dt>
        <dd>
          {listFacts([formatSize(size), width > 0 ? t.picture.pixels({ width, height }) : ''])}
        </dd>
        {data?.camera && (
          <>
            <dt>{t.picture.camera}</dt>
            <dd>{data.camera}</dd>
          </>
        )}
        {invitation && (
          <>
            <dt>{t.invite.guests}</dt>
            <dd class="name">{invitation.label ?? t.guests.title}</dd>
          </>
        )}
      </dl>
    </section>
  )
}
