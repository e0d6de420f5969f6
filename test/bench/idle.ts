import { temporaryFolder } from '../support/temporary.ts'
import { startService } from './processes.ts'
import { atMost, type Row } from './report.ts'

/** How long after its last request a process is at rest, and how long it is watched, in seconds. */
const [restAfter, watchedFor] = [65, 30]

/** A process that nobody asks for anything, but that has answered a request. */
export async function idle(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using service = await startService(folder.path)
  await service.read('/api/folders')
  await Bun.sleep(restAfter * 1000)
  const before = await service.processorSeconds()
  await Bun.sleep(watchedFor * 1000)
  const share = ((await service.processorSeconds()) - before) / watchedFor
  return [
    atMost('an idle process, of a core', share, 0.001, (value) => `${(value * 100).toFixed(3)} %`),
  ]
}
