import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createInstallation, type TestInstallation } from '../../test/releases.ts'
import { setUp } from './setup.ts'
import { parseDomain } from './setup-command.ts'

const STOCK = ':80 {\n\troot * /usr/share/caddy\n\tfile_server\n}\n'
const READY = 'Bidyaloy 1.0.0 is ready at http://127.0.0.1:3000\n'
const SIGN_IN = 'First sign-in at http://127.0.0.1/admin — user: admin  password: some-word'

let machine: TestInstallation
let said: string
let programs: string
beforeEach(async () => {
  machine = await createInstallation()
  said = ''
  programs = path.join(machine.folder, 'bin')
  for (const name of ['bin', 'usr/bin', 'etc/systemd/system', 'etc/caddy'])
    await fs.mkdir(path.join(machine.folder, name), { recursive: true })
  await fs.copyFile(machine.systemctl, path.join(programs, 'systemctl'))
  const md5 = createHash('md5').update(STOCK).digest('hex')
  await addProgram('dpkg-query', `echo 'Conffiles:'; echo ' /etc/caddy/Caddyfile ${md5}'`)
  // The server is ready a moment before it prints this, and the journal has it later still.
  const asked = path.join(machine.folder, 'asked')
  await addProgram('journalctl', `[ -e '${asked}' ] && echo '${READY}${SIGN_IN}'; touch '${asked}'`)
  // Installs Caddy with the file of its package.
  const caddyfile = path.join(machine.folder, 'etc/caddy/Caddyfile')
  await addProgram(
    'apt-get',
    `[ "$1" = install ] || exit 0; printf '${STOCK.replaceAll('\n', '\\n')}' > '${caddyfile}'; touch '${machine.folder}/usr/bin/caddy'`,
  )
  process.env.PATH = `${programs}:${machine.environment().PATH}`
})
afterEach(() => machine.stop())

async function addProgram(name: string, text: string): Promise<void> {
  await fs.writeFile(path.join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
}

const read = (name: string) => fs.readFile(path.join(machine.folder, name), 'utf8')

async function attempt(program: string, { dryRun = false, start = true } = {}): Promise<number> {
  said = ''
  const say = (line: string) => {
    said += `${line}\n`
  }
  return setUp({ domain: 'school.test', program, root: machine.folder, dryRun, start, say })
}

test('sets up settings, service and Caddy once, and keeps what is there', async () => {
  const program = await machine.layOut({ version: '1.0.0' })
  const deploy = new URL('../../../../deploy/', import.meta.url)
  const sample = await fs.readFile(new URL('bidyaloy.env', deploy), 'utf8')
  const settings = sample.replace(/^PORT=.*$/m, `PORT=${machine.port}`)
  await fs.writeFile(path.join(program, 'deploy/bidyaloy.env'), settings)
  await fs.copyFile(new URL('Caddyfile', deploy), path.join(program, 'deploy/Caddyfile'))
  process.env.PORT = String(machine.port)
  process.env.DATA_DIR = machine.dataDir

  expect(await attempt(program, { dryRun: true })).toBe(0)
  expect(said.split('\n').filter((line) => line.startsWith('Would: '))).toHaveLength(8)
  expect(machine.asked).toEqual(['is-active nginx', 'is-active apache2'])
  expect(await fs.readdir(path.join(machine.folder, 'etc/caddy'))).toEqual([])

  expect(await attempt(program)).toBe(0)
  expect(said).toContain(
    'First sign-in: https://school.test/admin  user: admin  password: some-word',
  )
  expect(await read('etc/bidyaloy.env')).toMatch(/^PUBLIC_URL=https:\/\/school\.test$/m)
  expect((await fs.stat(path.join(machine.folder, 'etc/bidyaloy.env'))).mode & 0o777).toBe(0o600)
  expect(await read('opt/bidyaloy/.env')).toBe(await read('etc/bidyaloy.env'))
  expect(await read('etc/systemd/system/bidyaloy.service')).toBe('# 1.0.0')
  expect(await read('etc/caddy/Caddyfile')).toMatch(/^school\.test \{$/m)
  expect(await read('etc/caddy/Caddyfile')).toContain(`reverse_proxy 127.0.0.1:${machine.port} {`)
  expect(machine.asked).toEqual(
    expect.arrayContaining(['enable bidyaloy', 'reload-or-restart caddy', 'restart bidyaloy']),
  )
  expect(await read('data/commands')).toBe('doctor\n')

  // Again: nothing is written, nothing restarts; Caddy starts if it could not before.
  machine.asked.length = 0
  await addProgram('journalctl', '')
  const env = path.join(machine.folder, 'etc/bidyaloy.env')
  const own = await read('etc/bidyaloy.env')
  // The same address in another writing.
  await fs.writeFile(env, own.replace('https://school.test', 'https://School.test/'))
  await attempt(program)
  expect(said).toMatch(/bidyaloy\.env stays as it is\.\n/)
  expect(said).toContain('Sign in at https://school.test/admin.')
  expect(machine.asked).toContain('start caddy')
  expect(machine.asked.filter((words) => /restart|reload/.test(words))).toEqual([])

  // The site's address and the proxy's domain never differ.
  await fs.writeFile(env, own.replace('school.test', 'other.test'))
  await expect(attempt(program)).rejects.toThrow(/has PUBLIC_URL=https:\/\/other\.test\. Name its/)
  expect(await read('etc/caddy/Caddyfile')).toMatch(/^school\.test \{$/m)
  await fs.writeFile(env, `PORT=${machine.port}\n`)

  // A file of the operator stays, and the lines to add are shown.
  await fs.writeFile(path.join(machine.folder, 'etc/caddy/Caddyfile'), 'blog.test {\n}\n')
  await attempt(program)
  expect(said).toMatch(/was written by you and stays[\s\S]*school\.test \{\n\treverse_proxy/)
  expect(await read('etc/caddy/Caddyfile')).toBe('blog.test {\n}\n')

  const other = await machine.layOut({ version: '1.1.0' })
  await expect(attempt(other)).rejects.toThrow(/To change the version: bin\/bidyaloy upgrade/)
})

test('takes the names of hosts only', () => {
  expect(parseDomain('School.Example')).toBe('school.example')
  expect(parseDomain('বিদ্যালয়.বাংলা')).toMatch(/^xn--/)
  for (const wrong of ['https://school.example', 'school', 'school.example/', '10.0.0.1', '-a.b'])
    expect(() => parseDomain(wrong)).toThrow(/is not the name of a host/)
})
