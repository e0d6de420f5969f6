import { basename, join, resolve } from 'node:path'
import { freeAddresses } from '../support/free-addresses.ts'
import { eventually } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { conditions, crowded, makeCollection } from './collections.ts'
import { withLowPower } from './low-power.ts'
import { load } from './measure.ts'
import { photoJpeg } from './photos.ts'
import { startService, untilIndexed, watch, type Service } from './processes.ts'
import { atMost, ifPossible, markdown, mebibyte, mebibytes, type Row } from './report.ts'
import { sendForm } from './uploads.ts'

const sizes = ['1,000', '100,000']

/** What is left of requests is collected once there is nothing else to do. */
const settleMs = 3000

/** What is measured, in the unit of our bounds for few pictures, and for many where that matters. */
const measures = (requests: number): [work: string, unit: number, ...bounds: number[]][] => [
  ['Installed size, MiB', mebibyte],
  ['Start to first picture, s', 1, 1.2, 1.2],
  ['Memory then, MiB', mebibyte, 55, 90],
  [`After ${requests.toLocaleString('en')} requests`, mebibyte, 66, 110],
  ['During 4 uploads of 250 MB', mebibyte, 100],
  ['During 40 renditions of 12 MP', mebibyte, 128],
]

const shown = (value: number) => value.toFixed(value < 10 ? 2 : 1)

type Running = Pick<Service, 'url' | 'memory' | typeof Symbol.asyncDispose>

interface Program {
  name: string
  /** In bytes. */
  installed: number
  /** Starts it with little power. */
  start: (folder: string) => Promise<Running>
  /** What frames ask for. */
  paths: readonly string[]
}

/**
 * Prints what the installed service takes of a small board, with few pictures and with many, beside a
 * web server of Debian's that serves the same folders.
 * @returns what misses its bound.
 */
export const small = (requests: number) =>
  ifPossible('the table of the README', ['dpkg-deb', 'nginx'], async () => {
    await using temporary = await temporaryFolder()
    const { path } = temporary
    const folders = sizes.map((size) => join(path, size))
    const own = await photoFrame(join(path, 'dist'))
    const columns: number[][] = []
    for (const [index, folder] of folders.entries()) {
      await makeCollection(folder, index === 0 ? 1000 : 100_000)
      // Most starts find an index.
      await using service = await startService(folder)
      await untilIndexed(service)
      await service.stop()
      columns.push([...(await measure(own, folder, requests)), ...(await peaks(own, folder))])
    }
    const other = await nginx(join(path, 'nginx'))
    for (const folder of folders) columns.push(await measure(other, folder, requests))
    const all = measures(requests)
    const names = [own, other].flatMap(({ name }) => sizes.map((size) => `${name}, ${size}`))
    const cells = all.map(([work, unit], row) => [
      work,
      ...columns.map((column) => (column[row] === undefined ? '-' : shown(column[row] / unit))),
    ])
    console.log(markdown([['', ...names], ...cells]))
    const rows = all.flatMap(([work, unit, ...bounds], row) =>
      bounds.map((bound, index): Row => {
        const measured = (columns[index]?.[row] ?? Infinity) / unit
        return atMost(`${work}, ${names[index]}`, measured, bound, shown)
      }),
    )
    return rows.filter(({ met }) => met !== true)
  })

async function measure(program: Program, folder: string, requests: number): Promise<number[]> {
  const from = performance.now()
  await using running = await program.start(folder)
  const targets = program.paths.map((path) => running.url + path)
  await (await fetch(targets[0] ?? '')).arrayBuffer()
  const took = (performance.now() - from) / 1000
  await Bun.sleep(settleMs)
  const started = await running.memory()
  await load(targets.join(' '), requests)
  await Bun.sleep(settleMs)
  const after = await running.memory()
  console.error(`${program.name}, ${basename(folder)} pictures: ${mebibytes(after.now)}`)
  return [program.installed, took, started.now, after.now]
}

/** What the package for Debian installs. Ten frames ask, with five different conditions. */
async function photoFrame(dist: string) {
  const project = resolve(import.meta.dir, '../..')
  const env = { ...process.env, DPKG_DEB_COMPRESSOR_TYPE: 'none' }
  await Bun.$`bun src/packages/build.ts ${dist}`.cwd(project).env(env).quiet()
  const size = await Bun.$`dpkg-deb --field ${dist}/photo-frame_*_amd64.deb Installed-Size`.text()
  const executable = join(dist, `photo-frame-linux-${process.arch}`)
  const queries = ['', ...Object.values(conditions), `exclude=${crowded}`]
  const frames = Array.from({ length: 10 }, (_, index) => `frame-${index}`)
  const ask = '/api/images/random?as=image'
  const settings = { MAX_FILE_SIZE: '1GB', CACHE_SIZE: '0' }
  return {
    name: 'photo-frame',
    installed: Number(size) * 1024,
    paths: queries.flatMap((query) => frames.map((frame) => `${ask}&frame=${frame}&${query}`)),
    start: (folder: string) =>
      startService(folder, { wrap: () => withLowPower([executable]), env: settings }),
  }
}

/** The most memory while much is uploaded, and while pictures are made. */
async function peaks({ start }: Awaited<ReturnType<typeof photoFrame>>, folder: string) {
  const peakWhile = async (work: (service: Service) => Promise<unknown>) => {
    await using service = await start(folder)
    await service.resetPeak()
    await work(service)
    return (await service.memory()).peak
  }
  const uploaded = await peakWhile(async ({ url, login }) => {
    const { cookie } = await login()
    const sending = [1, 2, 3, 4].map((number) =>
      sendForm(url, cookie, `of ${number}`, 50, 5 * mebibyte),
    )
    const sent = await Promise.all(sending)
    if (sent.some(({ status }) => status !== 200)) throw new Error('An upload was refused.')
  })
  await Bun.write(join(folder, 'photo.jpg'), await photoJpeg(4000, 3000))
  const made = await peakWhile(async ({ read }) => {
    for (let width = 810; width < 850; width += 1) await read(`/uploads/photo.jpg?width=${width}`)
  })
  return [uploaded, made]
}

/** nginx as Debian sets it up, with the folder as its root. */
async function nginx(folder: string): Promise<Program> {
  const fields = '${source:Package} ${Installed-Size}\n'
  const packages = await Bun.$`dpkg-query --show --showformat=${fields}`.text()
  const kibibytes = [...packages.matchAll(/^nginx (\d+)$/gm)].map(([, size]) => Number(size))
  const [address = ''] = await freeAddresses(1)
  const [url, config] = [`http://${address}`, join(folder, 'nginx.conf')]
  const start = async (root: string): Promise<Running> => {
    await Bun.write(
      config,
      `daemon off; worker_processes auto; pid ${folder}/pid; error_log ${folder}/log; user root;
       events { worker_connections 768; }
       http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
         server { listen ${address}; root "${root}"; } }`,
    )
    const child = Bun.spawn(withLowPower(['nginx', '-c', config, '-e', `${folder}/log`]))
    await eventually(async () => (await fetch(url)).status > 0)
    return {
      url,
      ...watch(child.pid),
      [Symbol.asyncDispose]: async () => {
        child.kill()
        await child.exited
      },
    }
  }
  const paths = Array.from({ length: 20 }, (_, n) => `/folder%201/IMG_00${String(n + 10)}.jpg`)
  return {
    name: 'nginx',
    installed: kibibytes.reduce((sum, each) => sum + each, 0) * 1024,
    start,
    paths,
  }
}
