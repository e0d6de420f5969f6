import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { version } from '../../package.json' with { type: 'json' }
import { makeDebianPackage } from '../../src/packages/debian-package.ts'
import { bootDebian, debianRoot, type DebianSystem } from '../support/debian-system.ts'
import { encodeHeif, photo } from '../support/heif.ts'
import { lacks } from '../support/programs.ts'
import { eventually } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

const project = resolve(import.meta.dir, '../..')
const built = await temporaryFolder()
const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
const architecture = arch === 'arm64' ? 'arm64' : 'amd64'
const executable = join(built.path, `photo-frame-linux-${arch}`)

/** Makes a package of the executable that was built, by default without compressing it. */
async function packageOf(name: string, dist: string, type = 'none'): Promise<string> {
  process.env['DPKG_DEB_COMPRESSOR_TYPE'] = type
  process.env['DPKG_DEB_COMPRESSOR_LEVEL'] = '0'
  const release = { dist, version: name, sourceDate: 1_780_000_000 }
  await makeDebianPackage(release, { path: executable, arch })
  return join(dist, `photo-frame_${name.replace('-', '~')}_${architecture}.deb`)
}

/** The release of Debian to install it on, such as the next one. */
const release = process.env['DEBIAN_RELEASE'] ?? 'bookworm'

beforeAll(async () => {
  const build = Bun.spawn([process.execPath, 'src/packages/build.ts', built.path], {
    cwd: project,
    env: { ...process.env, DPKG_DEB_COMPRESSOR_TYPE: 'none' },
    stdout: 'ignore',
  })
  expect(await build.exited).toBe(0)
}, 300_000)
afterAll(() => built[Symbol.asyncDispose]())

describe.skipIf(lacks('dpkg-deb'))('the package for Debian', () => {
  test('has the same bytes whenever it is built', async () => {
    await using folder = await temporaryFolder()
    await mkdir(join(folder.path, 'again'))
    const first = await packageOf(version, folder.path)
    const second = await packageOf(version, join(folder.path, 'again'))
    const sum = async (path: string) => Bun.hash(await Bun.file(path).bytes())
    expect(await sum(second)).toBe(await sum(first))
  })

  test.skipIf(lacks('lintian'))(
    "keeps Debian's rules",
    async () => {
      await using folder = await temporaryFolder()
      const path = await packageOf(version, folder.path, 'xz')
      const words = ['--allow-root', '--fail-on=error,warning', '--profile=debian', path]
      await using lintian = Bun.spawn(['lintian', ...words])
      expect(await new Response(lintian.stdout).text()).toBe('')
      expect(await lintian.exited).toBe(0)
    },
    300_000,
  )
})

describe.skipIf(lacks('dpkg-deb', 'systems in containers', 'curl', 'libheif'))(
  `on a fresh Debian ${release}`,
  () => {
    let root: Awaited<ReturnType<typeof debianRoot>>
    let system: DebianSystem
    let before: string[]
    let password = ''
    let cookie = ''

    const at = (path: string) => join(root.path, path)
    /** Runs a command in the system, which has to succeed, and gives what it says. */
    const done = async (command: string, input?: string) => {
      const { stdout, stderr, status } = await system.inside(command, input)
      expect({ stdout, stderr, status }).toMatchObject({ status: 0 })
      return stdout
    }
    const install = async (name: string) => {
      await packageOf(name, at('root'))
      return done(`apt-get install --yes /root/photo-frame_${name}_*.deb`)
    }
    const service = 'http://localhost:3000/api'
    const isUp = async () => (await system.curl('--fail', `${service}/health`)).status === 0
    const property = async (name: string) =>
      (await system.inside(`systemctl show --property=${name} --value photo-frame`)).stdout.trim()
    const logIn = async (attempt: string) => {
      const body = JSON.stringify({ password: attempt, remember: true })
      const words = ['--include', '--json', body, `${service}/auth/login`]
      return (await system.curl(...words)).stdout
    }
    const isLoggedIn = async () =>
      (await system.curl('--fail', '--cookie', cookie, `${service}/admin`)).status === 0
    const next = async () => {
      const answer = await system.curl(`${service}/images/random?frame=hall`)
      return /"imagePath":"([^"]+)"/.exec(answer.stdout)?.[1]
    }
    const add = async (name: string, picture: Uint8Array) => {
      await Bun.write(at(`srv/photos/${name}`), picture)
      await eventually(async () => (await system.curl(`${service}/folders`)).stdout.includes(name))
    }
    /** Everything but what dpkg, systemd and the tests themselves write. */
    const files = async () => {
      const ignored =
        '/proc|/sys|/dev|/run|/tmp|/root|/srv|/var/log|/var/lib/(dpkg|apt|systemd)|/var/cache'
      const { stdout } = await system.inside(
        `find / -xdev -regextype egrep -regex '${ignored}' -prune -o -print`,
      )
      return stdout.split('\n').filter((path) => !/^\/etc\/.*-$/.test(path))
    }
    const override = (lines: string) =>
      system.inside(
        `mkdir -p /run/systemd/system/photo-frame.service.d
      printf '[Service]\n${lines}' >/run/systemd/system/photo-frame.service.d/test.conf
      systemctl daemon-reload && systemctl restart photo-frame`,
      )

    beforeAll(async () => {
      root = await debianRoot(release)
      await mkdir(at('etc/avahi/services'), { recursive: true })
      system = await bootDebian(root.path)
      await system.inside('adduser --disabled-password --gecos "" pi')
      await system.inside(
        'runuser -u pi -- sh -c "mkdir ~/.config; echo [input] >~/.config/wayfire.ini"',
      )
      before = await files()
    }, 300_000)
    afterAll(async () => {
      await system[Symbol.asyncDispose]()
      await root[Symbol.asyncDispose]()
    })

    test('one command installs and starts it, and prints the address and a password', async () => {
      const stdout = await install(version)
      expect(stdout).toMatch(/^Add pictures at http:\/\/\S+:3000\/admin$/m)
      expect(stdout).toMatch(/^or http:\/\/\S+\.local:3000\/admin$/m)
      password = /^Password: (\S+)/m.exec(stdout)?.[1] ?? ''
      await eventually(isUp)
      expect(await logIn(password)).toContain('HTTP/1.1 200')
      const facts = await done(
        'stat -c "%a %U" /etc/photo-frame.env /srv/photos; systemctl is-enabled photo-frame; stat -c %U /proc/$(systemctl show -P MainPID photo-frame)',
      )
      expect(facts).toBe('600 root\n2770 photo-frame\nenabled\nphoto-frame\n')
      expect(await Bun.file(at('etc/avahi/services/photo-frame.service')).text()).toContain(
        '>3000<',
      )
    })

    test('shows pictures, also such as a decoder of the system reads inside the sandbox', async () => {
      const jpeg = await photo()
      await add('beach.heic', await encodeHeif(jpeg, 'heic'))
      const { stdout } = await system.curl('--head', `${service}/images/random?as=image&width=100`)
      expect(stdout).toMatch(/^HTTP\/1.1 200[^]*content-type: image\/jpeg/i)
      await add('tower.jpg', jpeg)
    })

    test('set-password changes the password, and nothing else in the settings', async () => {
      await system.inside('echo LOG_LEVEL=debug >>/etc/photo-frame.env')
      await done('photo-frame set-password', 'a better one')
      await eventually(isUp)
      expect(await logIn(password)).toContain('HTTP/1.1 401')
      const answer = await logIn('a better one')
      cookie = /^set-cookie: ([^;]+)/im.exec(answer)?.[1] ?? ''
      expect(await isLoggedIn()).toBe(true)
      const settings = await done('stat -c "%a %U" /etc/photo-frame.env; cat /etc/photo-frame.env')
      expect(settings).toStartWith('600 root\n# Settings')
      expect(settings).toMatch(/^LOG_LEVEL=debug\nADMIN_PASSWORD='\$argon2id\$[^']+'\n$/m)
    })

    test('set-password is refused to others than root', async () => {
      const { stderr, status } = await system.inside('runuser -u pi photo-frame set-password', 'x')
      const complaint = 'photo-frame: This takes root: sudo photo-frame set-password\n'
      expect({ stderr, status }).toEqual({ stderr: complaint, status: 1 })
    })

    test('an upgrade keeps settings, sessions and rounds, with one restart', async () => {
      const first = await next()
      const stops = async () =>
        (await system.inside('journalctl -u photo-frame | grep -c "SIGTERM: stopping"')).stdout
      const stopped = Number(await stops())
      expect(await install(`${version}1`)).not.toContain('Password')
      await eventually(isUp)
      expect(Number(await stops())).toBe(stopped + 1)
      expect(await isLoggedIn()).toBe(true)
      const second = await next()
      expect([first, second].toSorted()).toEqual(['/uploads/beach.heic', '/uploads/tower.jpg'])
      expect(await Bun.file(at('etc/photo-frame.env')).text()).toContain('LOG_LEVEL=debug')
    })

    test('is started again when it is killed, and when it hangs', async () => {
      await override('WatchdogSec=2\nRestartSec=100ms\n')
      await eventually(isUp)
      await system.inside('systemctl kill --signal=KILL photo-frame')
      await eventually(async () => (await property('NRestarts')) === '1')
      await eventually(isUp)
      await system.inside('systemctl kill --signal=STOP photo-frame')
      await eventually(async () => (await property('NRestarts')) === '2')
      await eventually(isUp)
      expect((await system.inside('journalctl -u photo-frame')).stdout).toContain(
        'Watchdog timeout',
      )
    })

    test.each([
      [
        'a port that is taken',
        'Environment=PORT=3001',
        /^Port 3001 is taken, .* Stop that, or set PORT/,
      ],
      ['a disk that is missing', 'Environment=REQUIRE_MOUNT=on', /is not mounted\. Mount it/],
      [
        'a folder of another user',
        'Environment=UPLOADS_DIR=/root',
        /sudo chown -R photo-frame: \/root$/,
      ],
      [
        'a card that is read-only',
        'ReadOnlyPaths=/srv/photos',
        /can't be written .* Restart the machine/,
      ],
      ['no network', '', /^there is no network: /],
    ])('systemctl status says what to do about %s', async (_, line, said) => {
      await system.inside(
        'systemd-run --unit=other --setenv=PORT=3001 --setenv=UPLOADS_DIR=/tmp/other photo-frame',
      )
      await override(`${line}\n`)
      await eventually(async () => said.test(await property('StatusText')))
      expect(await property('StatusText')).toMatch(said)
      await system.inside('systemctl stop other; rm -rf /tmp/other')
    })

    test('kiosk on writes for the user of the desktop, and kiosk off takes it back', async () => {
      await rm(at('run/systemd/system/photo-frame.service.d'), { recursive: true, force: true })
      const wayfire = at('home/pi/.config/wayfire.ini')
      const list = () => done('cd /home/pi && find . -printf "%p %u\n" | sort')
      const before = await list()
      for (const address of ['', "'http://192.0.2.1:8080/?frame=hall&clock'"]) {
        const { stderr, status } = await system.inside(
          `SUDO_USER=pi photo-frame kiosk on ${address}`,
        )
        expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
      }
      expect(await list()).toContain('./.config/labwc/autostart pi\n')
      expect(await list()).not.toContain(' root\n')
      const script = await Bun.file(at('home/pi/.config/photo-frame/kiosk.sh')).text()
      expect(script).toContain("'http://192.0.2.1:8080/?frame=hall&clock'")
      expect((await Bun.file(wayfire).text()).match(/cursor_theme/g)).toHaveLength(1)
      await done('SUDO_USER=pi photo-frame kiosk off')
      expect(await list()).toBe(before)
      expect(await Bun.file(wayfire).text()).toBe('[input]\n')
    })

    test('an installation says what keeps the service from running, before address and password', async () => {
      await system.inside('systemctl stop photo-frame')
      const listen =
        'use IO::Socket::INET; $s = IO::Socket::INET->new(LocalPort => 3000, Listen => 1); sleep 999'
      await system.inside(`systemd-run --unit=other perl -e '${listen}'`)
      expect(await install(`${version}2`)).toMatch(
        /^The photo frame does not run yet: Port 3000 is taken, [^]*systemctl status photo-frame\r?\n[^]*Add pictures at/m,
      )
      await system.inside('systemctl stop other')
      await eventually(isUp)
    })

    test('bash completes its commands', async () => {
      const file = '/usr/share/bash-completion/completions/photo-frame'
      const { stdout } = await system.inside(
        `bash -c '. ${file}; COMP_WORDS=(photo-frame ki); COMP_CWORD=1; _photo_frame; echo $COMPREPLY'`,
      )
      expect(stdout).toBe('kiosk\n')
    })

    test('kiosk on says in a sentence that the folder belongs to another user', async () => {
      await system.inside('chown root: /home/pi/.config; chmod 755 /home/pi/.config')
      const { stderr, status } = await system.inside('SUDO_USER=pi photo-frame kiosk on')
      expect(stderr).toMatch(
        /^photo-frame: EACCES[^\n]*sudo chown -R pi: \/home\/pi\/.config[^\n]*\n$/,
      )
      expect(status).toBe(1)
      await system.inside('chown pi: /home/pi/.config')
    })

    test('a removal keeps pictures and settings, and says so', async () => {
      expect(await done('apt-get remove --yes photo-frame')).toContain(
        'The pictures stay in /srv/photos.',
      )
      expect(await isUp()).toBe(false)
      expect(await readdir(at('etc/avahi/services'))).toEqual([])
      await install(version)
      await eventually(isUp)
      expect(await isLoggedIn()).toBe(true)
    })

    test('a purge leaves the pictures and nothing else, and the next installation has them', async () => {
      await done('apt-get purge --yes photo-frame')
      expect(await files()).toEqual(before)
      expect((await system.inside('id photo-frame')).status).toBe(1)
      await system.inside('adduser --system --group takes-the-number')
      await install(version)
      await eventually(isUp)
      await eventually(async () => (await next()) !== undefined)
      expect(await done('find /srv/photos ! -user photo-frame')).toBe('')
    })
  },
)
