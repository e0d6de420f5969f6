import { useState } from 'preact/hooks'
import { markFilters } from '../../../library/listing/list-request.ts'
import { Button, Icon } from '../lib/controls/button.tsx'
import { Skeleton } from '../lib/controls/skeleton.tsx'
import { formatNumber, joinSentences } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { useData, useTask } from '../lib/use-data.ts'
import { newestFirst, type Model, type ViewProps } from '../service/model.ts'
import { useIncomingFiles, type IncomingFile } from '../uploads/incoming-files.ts'
import { PickButton } from '../uploads/pick-button.tsx'
import { FilesSheet } from '../uploads/shared-files.tsx'
import { PictureCollection } from './picture-collection.tsx'
import { useLongListing } from './use-long-listing.ts'

type MarkName = (typeof markFilters)[number]

/** The pictures of all albums by month, and what adds some. */
export function PhotosView({ model, picture }: ViewProps<'photos'>) {
  const [files, setFiles] = useState<readonly IncomingFile[]>([])
  const [chosen, setFilter] = useState<MarkName | undefined>(undefined)
  const { data: counts } = useData(() => countMarked(model), [], model.contentStore)
  // Once the last one is gone, there is nothing to filter.
  const filter = chosen && counts?.[chosen] === 0 ? undefined : chosen
  const query = { ...newestFirst, ...(filter && { [filter]: 'true' }) } as const
  const { listing, failure, shown } = useLongListing(model, [{ query }], [filter], picture)
  const { failure: refusal, isBusy, act } = useTask()
  const add = async (added: readonly IncomingFile[]) => {
    if (model.isLooking || added.length === 0) return
    // Without albums there is nothing to choose.
    const albums = await model.albums().catch(() => [])
    if (albums.length > 0) setFiles(added)
    else model.uploadInto('', added)
  }
  const isDropping = useIncomingFiles(add)
  const showAll = async () => {
    await listing.whole()
    const paths = listing.pictures.flatMap((each) => each?.path ?? [])
    await model.markImages(paths, { hidden: false, waiting: false })
  }
  return (
    <section class={isDropping ? 'dropping' : ''}>
      <h1>{t.app.pictures}</h1>
      {!model.isLooking && (
        <div class="tools">
          <PickButton label={t.folder.addPictures} accept={model.limits.accept} onFiles={add} />
        </div>
      )}
      <p role="alert">{failure || refusal}</p>
      {!listing.isReady && failure === '' && <Skeleton />}
      {listing.isReady && (
        <>
          {listing.pictures.length === 0 && (
            <p class="message">
              <Icon name="pictures" />
              {joinSentences(t.folder.nothingHere, model.isLooking ? t.folder.logIn : '')}
            </p>
          )}
          <PictureCollection model={model} name="photos" {...shown}>
            {counts && <FilterButtons counts={counts} filter={filter} onFilter={setFilter} />}
            {filter === 'waiting' && (
              <Button
                label={t.folder.showAll}
                class="primary"
                disabled={isBusy}
                onClick={act(showAll)}
              />
            )}
          </PictureCollection>
        </>
      )}
      {files.length > 0 && <FilesSheet model={model} files={files} onClose={() => setFiles([])} />}
    </section>
  )
}

/** Counts the pictures of all albums that have each mark. */
async function countMarked(model: Model): Promise<Record<MarkName, number>> {
  const count = async (mark: MarkName) => {
    if (model.isLooking && mark !== 'favourite') return 0
    const query = { recursive: 'true', [mark]: 'true', limit: '1' } as const
    return (await model.list('', query)).totalImages
  }
  const [favourite = 0, hidden = 0, waiting = 0] = await Promise.all(markFilters.map(count))
  return { favourite, hidden, waiting }
}

interface FilterProps {
  /** How many pictures have each mark. */
  counts: Readonly<Record<MarkName, number>>
  filter: MarkName | undefined
  onFilter: (filter: MarkName | undefined) => void
}

/** Lets a person look at marked pictures only, where there are some. */
function FilterButtons({ counts, filter, onFilter }: FilterProps) {
  const shown = markFilters.filter((each) => each === filter || counts[each] > 0)
  if (shown.length === 0) return null
  const labels = {
    favourite: `${t.folder.favourites} ${formatNumber(counts.favourite)}`,
    hidden: `${t.folder.hidden} ${formatNumber(counts.hidden)}`,
    waiting: t.folder.waiting(counts.waiting),
  }
  return (
    <div class="buttons" role="group" aria-label={t.folder.filter}>
      {[undefined, ...shown].map((each) => (
        <Button
          label={each ? labels[each] : t.folder.all}
          aria-pressed={each === filter}
          onClick={() => onFilter(each)}
        />
      ))}
    </div>
  )
}
