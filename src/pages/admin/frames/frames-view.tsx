import { useEffect } from '../lib/use-effect.ts'
import { ConnectFrame } from './connect-frame.tsx'
import { count, formatAgo, formatDate } from '../lib/format-text.ts'
import { encodePath } from '../lib/location.ts'
import { describeConditions } from './condition-fields.ts'
import { useData } from '../lib/use-data.ts'
import type { Model } from '../service/model.ts'

type Frame = Awaited<ReturnType<Model['frames']>>['frames'][number]

/** How often the list is read again, in milliseconds. */
const refreshEvery = 10_000

/** The frames that ask for pictures, and how to connect another one. */
export function FramesView({ model }: { model: Model }) {
  const { data, failure, reload } = useData(() => model.frames(), [])
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void reload(), refreshEvery)
    return () => clearInterval(timer)
  }, [])
  const frames = data?.frames
  return (
    <section>
      <h1>Frames</h1>
      <p role="alert">{failure}</p>
      {frames?.length === 0 && <p class="message">No frame has asked for a picture yet.</p>}
      <ul class="frames">
        {frames?.map((frame) => (
          <FrameRow frame={frame} />
        ))}
      </ul>
      <ConnectFrame model={model} />
    </section>
  )
}

function FrameRow({ frame }: { frame: Frame }) {
  const { name, lastSeen, address, display, conditions, image, requests } = frame
  return (
    <li>
      {image === null ? (
        <span class="nothing" aria-hidden="true" />
      ) : (
        <img
          src={`/uploads/${encodePath(image.path)}?width=320&height=320&fit=cover&format=jpeg&quality=70`}
          alt={`Shows ${image.path}`}
          width={96}
          height={96}
        />
      )}
      <div>
        <h2>{name === '' ? 'A frame without a name' : name}</h2>
        <p>
          {lastSeen === null ? (
            'Has not asked yet'
          ) : (
            <time datetime={lastSeen} title={formatDate(lastSeen)}>
              {formatAgo(lastSeen)}
            </time>
          )}
          , {count(requests, 'request')}
        </p>
        <p class="note">
          {address}
          {display !== null && `, ${display.width} × ${display.height}`}
          {conditions !== '' && `, ${describeConditions(conditions)}`}
        </p>
        {image !== null && <p class="path">{image.path}</p>}
      </div>
    </li>
  )
}
