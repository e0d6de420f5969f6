import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { freeAddresses } from './free-addresses.ts'
import { temporaryFolder } from './temporary.ts'

const packages = resolve(import.meta.dir, '../../src/packages/balancer')

/** The addresses that stand in the configurations for one's own. */
const written = ['192.168.1.21:3000', '192.168.1.22:3000', '192.168.1.23:3000'] as const

interface Balancer {
  file: string
  /** The line that says where it listens, as it stands in the file. */
  listens: string
  /**
   * The rest of a whole configuration, as the package of a distribution brings it.
   * @param address where the balancer listens.
   */
  surroundings: (folder: string, address: string) => string
  command: (folder: string) => string[]
}

const balancers = {
  nginx: {
    file: 'nginx.conf',
    listens: 'listen 80 default_server;',
    surroundings: (folder, address) =>
      [
        `pid ${folder}/pid; error_log ${folder}/log; daemon off; worker_processes 2;`,
        'events { worker_connections 4096; }',
        'http { access_log off; keepalive_requests 1000000;',
        // The example site of nginx's package.
        `server { listen ${address}; server_name localhost; return 404; }`,
        `include ${folder}/nginx.conf;`,
        ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
          (name) => `${name}_temp_path ${folder}/${name};`,
        ),
        '}',
      ].join('\n'),
    command: (folder) => ['nginx', '-p', folder, '-c', `${folder}/whole`, '-e', `${folder}/log`],
  },
  haproxy: {
    file: 'haproxy.cfg',
    listens: 'bind :80',
    surroundings: () => 'global\n  maxconn 4096\n',
    command: (folder) => [
      'haproxy',
      '-db',
      '-q',
      '-f',
      `${folder}/whole`,
      '-f',
      `${folder}/haproxy.cfg`,
    ],
  },
} as const satisfies Record<string, Balancer>

export type BalancerName = keyof typeof balancers

/**
 * Runs a balancer with the configuration that is handed out, in front of three processes.
 * @param processes where they listen, such as `127.0.0.1:3001`.
 */
export async function startBalancer(name: BalancerName, processes: readonly string[]) {
  const { file, listens, surroundings, command }: Balancer = balancers[name]
  const folder = await temporaryFolder()
  const [address = ''] = await freeAddresses(1)
  let text = (await Bun.file(join(packages, file)).text()).replace(
    listens,
    listens.replace(/:?80/, ` ${address}`),
  )
  for (const [index, each] of written.entries()) {
    const own = processes[index] ?? each
    text = text.replaceAll(each, own).replaceAll(escaped(each), escaped(own))
  }
  await writeFile(join(folder.path, file), text)
  await writeFile(join(folder.path, 'whole'), surroundings(folder.path, address))
  const child = Bun.spawn(command(folder.path), {
    env: { PATH: process.env['PATH'] },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
  })
  const dispose = async () => {
    child.kill()
    await child.exited
    await folder[Symbol.asyncDispose]()
  }
  for (let attempt = 0; !(await accepts(address)); attempt += 1) {
    if (attempt < 200 && child.exitCode === null) await Bun.sleep(25)
    else {
      await dispose()
      throw new Error(`${name} did not start`)
    }
  }
  return { url: `http://${address}`, pid: child.pid, [Symbol.asyncDispose]: dispose }
}

/** An address with its dots as a regular expression names them. */
const escaped = (address: string) => address.replaceAll('.', '\\.')

async function accepts(address: string): Promise<boolean> {
  const [host = '', port] = address.split(':')
  const { promise, resolve: answer } = Promise.withResolvers<boolean>()
  const socket = connect(Number(port), host, () => answer(true)).on('error', () => answer(false))
  return promise.finally(() => socket.destroy())
}
