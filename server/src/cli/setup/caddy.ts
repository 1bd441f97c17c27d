import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { run } from '../upgrade/run-program.ts'
import { readText } from '../upgrade/units.ts'
import type { SetupStep } from './setup.ts'

const CADDYFILE = '/etc/caddy/Caddyfile'
/** Other web servers that may have the ports of http and https. */
const OTHERS = ['nginx', 'apache2']
/** The line that names the site. */
const SITE = /^[^\s#{}]+ \{$/m
/** The server, at the port of the sample. */
const [SERVER, PORT] = [/(?<=reverse_proxy 127\.0\.0\.1:)\d+/, '3000']

/**
 * Lets Caddy serve the domain, unless another web server does, or it serves something else.
 * @param port of the server
 */
export async function setUpCaddy(step: SetupStep, port = PORT): Promise<void> {
  const { domain, version, at, change, say } = step
  for (const other of OTHERS) {
    const state = await run('systemctl', ['is-active', other]).catch(() => '')
    if (state.trim() !== 'active') continue
    say(`${other} serves the ports 80 and 443, so Caddy is left out: docs/hosting.md, "nginx".`)
    return
  }
  if (!(await fs.stat(at('/usr/bin/caddy')).catch(() => null))) {
    await change('install caddy with apt', async () => {
      await run('apt-get', ['update', '--quiet'])
      await run('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', 'caddy'], {
        DEBIAN_FRONTEND: 'noninteractive',
      })
    })
  }
  const file = at(CADDYFILE)
  const sample = await fs.readFile(path.join(version.folder, 'deploy', 'Caddyfile'), 'utf8')
  const wanted = sample.replace(SITE, `${domain} {`).replace(SERVER, port)
  const present = await readText(file)
  if (present === wanted) {
    // It may have failed to start before.
    if (!step.dryRun) await runCaddy('start')
    return
  }
  const isOurs = present?.replace(SITE, 'school.example {').replace(SERVER, PORT) === sample
  if (present !== null && !isOurs && !(await isStock(present))) {
    const lines = wanted.split('\n').filter((line) => !line.startsWith('#'))
    say(
      `${file} was written by you and stays. Add these lines, then: systemctl reload caddy\n${lines.join('\n').trim()}`,
    )
    return
  }
  await change(`write ${file} for ${domain}`, async () => {
    await fs.mkdir(path.dirname(file), { recursive: true })
    await fs.writeFile(file, wanted)
    await fs.chmod(file, 0o644)
    await run('systemctl', ['enable', 'caddy'])
    await runCaddy('reload-or-restart')
  })
}

async function runCaddy(verb: 'start' | 'reload-or-restart'): Promise<void> {
  await run('systemctl', [verb, 'caddy']).catch(() => {
    throw new Error(
      'Caddy does not start. The reason: journalctl -u caddy -n 20. Then run this command again.',
    )
  })
}

/** Whether it is the file of Debian's package. */
async function isStock(text: string): Promise<boolean> {
  const listed = await run('dpkg-query', ['--status', 'caddy']).catch(() => '')
  return listed.includes(` ${CADDYFILE} ${createHash('md5').update(text).digest('hex')}`)
}
