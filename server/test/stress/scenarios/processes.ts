import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { freePort } from '../../../src/test/free-port.ts'
import { DEPLOY, hasNginx, spawnNginx } from '../../../src/test/nginx.ts'
import { signIn } from '../admin-client.ts'
import { percentile } from '../measurements.ts'
import { assertThat, type Scenario } from '../scenario.ts'
import { GIVE_UP_MS, startProcess, startReceiver, withShared } from '../shared-processes.ts'

const CLERKS = 8
const READERS = 4

/** A client that writes: each title once, repeated with its key until it is acknowledged. */
interface Writer {
  acknowledged: string[]
  repeated: number
}

async function writeUntil(
  writer: Writer,
  {
    name,
    token,
    urls,
    isOver,
  }: { name: string; token: string; urls: () => string[]; isOver: () => boolean },
): Promise<void> {
  for (let n = 1; !isOver(); n += 1) {
    const title = `${name} ${n}`
    const key = randomUUID()
    const since = performance.now()
    for (let attempt = 0; ; attempt += 1) {
      assertThat(performance.now() - since < GIVE_UP_MS, `${title} is acknowledged in a minute`)
      const list = urls()
      const url = list[(n + attempt) % list.length]
      const response = await fetch(`${url}/api/notices`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
        body: formOf({ title, body: 'লেখা' }),
      }).catch(() => null)
      await response?.arrayBuffer().catch(() => undefined)
      if (response?.status === 201) break
      const canRepeat = response === null || response.status >= 500
      assertThat(canRepeat, `${title} is not refused with ${response?.status}`)
      writer.repeated += 1
      await wait(50)
    }
    writer.acknowledged.push(title)
  }
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const Titles = z.array(z.object({ title: z.string() }))

/** @throws unless exactly the acknowledged titles are there, each once */
async function assertOnce(url: string, writers: readonly Writer[]): Promise<number> {
  const list = Titles.parse(await (await fetch(`${url}/api/notices`)).json())
  const seen = list.map(({ title }) => title).sort()
  const expected = writers.flatMap(({ acknowledged }) => acknowledged).sort()
  const lost = expected.filter((title) => !seen.includes(title))
  assertThat(lost.length === 0, `no acknowledged write is lost; instead ${lost.join(', ')}`)
  assertThat(new Set(seen).size === seen.length, 'no write happened twice')
  assertThat(seen.length === expected.length, `${expected.length} entries; instead ${seen.length}`)
  return seen.length
}

/** One of several processes is killed during writes. */
export const processes: Scenario = {
  name: 'processes',
  description:
    'SIGKILL of one of two processes while 8 clients write and repeat: nothing lost, nothing twice',
  rounds: 20,
  run: (context, pace) =>
    withShared(async (shared) => {
      const receiver = await startReceiver()
      const { told } = receiver
      const env = { ...shared, ...receiver.env }
      // Both make the tables, the secrets and the first admin.
      let running = ['one', 'two'].map((name) => ({
        name,
        server: startProcess(context, name, env),
        url: '',
      }))
      for (const one of running) {
        one.url = await one.server.ready()
        const output = one.server.output()
        assertThat(
          /^Bidyaloy \S+( \(\w+\))? is ready at \S+\n$/.test(output),
          `no complaint; but ${output}`,
        )
      }
      const { token } = await signIn(running[0]?.url ?? '')
      const writers = Array.from({ length: CLERKS }, () => ({ acknowledged: [], repeated: 0 }))
      let isOver = false
      const urls = () => running.map(({ url }) => url)
      const work = Promise.all(
        writers.map((writer, n) =>
          writeUntil(writer, { name: `করণিক ${n}`, token, urls, isOver: () => isOver }),
        ),
      )
      let round = 0
      for (; context.shouldContinue(round); round += 1) {
        await Promise.race([work, wait(context.random.between(100, 1500))])
        const victim = running[context.random.between(0, 1)]
        if (!victim) throw new Error('There are two')
        victim.server.child.kill('SIGKILL')
        await victim.server.exit
        const server = startProcess(context, victim.name, env)
        const url = await server.ready()
        running = running.map((one) => (one === victim ? { name: one.name, server, url } : one))
      }
      isOver = true
      await work
      const entries = await assertOnce(running[0]?.url ?? '', writers)
      // Whoever does the work, the other one takes it over.
      const [first, second] = running
      if (!first || !second) throw new Error('There are two')
      first.server.child.kill('SIGKILL')
      await first.server.exit
      const killed = performance.now()
      const last: Writer = { acknowledged: [], repeated: 0 }
      await writeUntil(last, {
        name: 'শেষ',
        token,
        urls: () => [second.url],
        isOver: () => last.acknowledged.length > 0,
      })
      await assertOnce(second.url, [...writers, last])
      await receiver.allTold(entries + 1)
      const tookOver = performance.now() - killed
      const twice = told.length - new Set(told).size
      // One in work when its process is killed is told again.
      assertThat(twice <= round + 1, `at most one message a kill comes twice; instead ${twice}`)
      const repeated = writers.reduce((sum, writer) => sum + writer.repeated, 0)
      return [
        `${round} kills, ${entries + 1} acknowledged writes: 0 lost, 0 twice; ${repeated} repeated`,
        `all told ${(tookOver / 1000).toFixed(1)} s after the last kill, ${twice} twice`,
        `seed ${pace.seed}`,
      ]
    }),
}

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Firefox/128.0' }

/** The database stops and starts again under load. */
export const databaseAway: Scenario = {
  name: 'database-away',
  description:
    'PostgreSQL stops for a while under load: pages stay, nothing is lost, no count of a reader, no work',
  rounds: 3,
  run: (context, pace) =>
    withShared(async (shared, postgres) => {
      const receiver = await startReceiver()
      const env = { ...shared, ...receiver.env }
      const servers = ['one', 'two'].map((name) => startProcess(context, name, env))
      const urls = await Promise.all(servers.map((server) => server.ready()))
      const [first = '', second = ''] = urls
      const { token, api } = await signIn(second)
      const writers = Array.from({ length: CLERKS }, () => ({ acknowledged: [], repeated: 0 }))
      let isOver = false
      let shown = 0
      const read = async (url: string) => {
        while (!isOver) {
          const response = await fetch(`${url}/`, { headers: BROWSER })
          assertThat(response.status === 200, `the page stays; instead ${response.status}`)
          await response.arrayBuffer()
          shown += 1
          await wait(20)
        }
      }
      const work = Promise.all([
        ...urls.map(read),
        ...writers.map((writer, n) =>
          writeUntil(writer, { name: `করণিক ${n}`, token, urls: () => urls, isOver: () => isOver }),
        ),
      ])
      // Long enough to lose the leases, but for the short form.
      const awayMs = pace.rounds > 1 ? 30_000 : 3000
      let round = 0
      for (; context.shouldContinue(round); round += 1) {
        await Promise.race([work, wait(2000)])
        await postgres.pause()
        await Promise.race([work, wait(awayMs)])
        await postgres.start()
      }
      await Promise.race([work, wait(2000)])
      isOver = true
      await work
      const entries = await assertOnce(first, writers)
      await receiver.allTold(entries)
      // Writes its counts.
      servers[0]?.child.kill('SIGTERM')
      assertThat((await servers[0]?.exit) === 0, 'the first process ends as usual')
      const { site } = await api.readerCounts({})
      assertThat(site.total === shown, `${shown} readers are counted; instead ${site.total}`)
      const repeated = writers.reduce((sum, writer) => sum + writer.repeated, 0)
      return [
        `${round} times ${awayMs / 1000} s: ${shown} pages shown and counted, ${entries} writes, ${repeated} repeated, all told`,
      ]
    }),
}

/** Processes are restarted one after the other behind nginx. */
export const rollingRestart: Scenario = {
  name: 'rolling-restart',
  description:
    'two processes behind nginx restart in turn while clients read and write: no request fails',
  rounds: 10,
  skipReason: () => (hasNginx ? undefined : 'nginx is not installed'),
  run: (context) =>
    withShared(async (shared) => {
      const names = ['one', 'two']
      const ports = await Promise.all(names.map(freePort))
      const startAt = async (n: number) => {
        const env = { ...shared, PORT: String(ports[n]), TRUST_PROXY: '1' }
        const server = startProcess(context, names[n] ?? '', env)
        await server.ready()
        return server
      }
      const running = [await startAt(0), await startAt(1)]
      const { proxy, url } = await startNginx(context.root, ports)
      try {
        const { token } = await signIn(url)
        let isOver = false
        const pages: number[] = []
        const read = async () => {
          while (!isOver) {
            const since = performance.now()
            const { status } = await fetch(`${url}/`).then(async (response) => {
              await response.arrayBuffer()
              return response
            })
            assertThat(status === 200, `the page is shown; instead ${status}`)
            pages.push(performance.now() - since)
            await wait(5)
          }
        }
        const writers = Array.from({ length: 2 }, () => ({ acknowledged: [], repeated: 0 }))
        const work = Promise.all([
          ...Array.from({ length: READERS }, read),
          ...writers.map((writer, n) =>
            writeUntil(writer, {
              name: `করণিক ${n}`,
              token,
              urls: () => [url],
              isOver: () => isOver,
            }),
          ),
        ])
        let round = 0
        for (; context.shouldContinue(round); round += 1) {
          for (const n of [0, 1]) {
            running[n]?.child.kill('SIGTERM')
            await Promise.race([work, running[n]?.exit])
            running[n] = await startAt(n)
          }
        }
        isOver = true
        await work
        const entries = await assertOnce(url, writers)
        const repeated = writers.reduce((sum, writer) => sum + writer.repeated, 0)
        return [
          `${2 * round} restarts, ${pages.length} pages and ${entries} writes: none failed, ${repeated} writes repeated by their client`,
          `pages: p50 ${percentile(pages, 0.5).toFixed(0)} ms, p99 ${percentile(pages, 0.99).toFixed(0)} ms, longest ${percentile(pages, 1).toFixed(0)} ms`,
        ]
      } finally {
        proxy.kill('SIGTERM')
      }
    }),
}

/** Runs nginx with the upstream of the deployed file, over http. */
async function startNginx(
  root: string,
  ports: readonly number[],
): Promise<{ proxy: ChildProcess; url: string }> {
  const port = await freePort()
  const deployed = await fs.readFile(path.join(DEPLOY, 'nginx.conf'), 'utf8')
  const location = /location \/ \{\n\s+proxy_pass[^}]*\}/.exec(deployed)?.[0] ?? ''
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join(' ')
  const proxy = await spawnNginx(
    root,
    `upstream bidyaloy { ${servers} keepalive 32; }
     server { listen 127.0.0.1:${port}; ${location} }`,
  )
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(`${url}/healthz`).catch(() => null)
    if (response?.status === 200) return { proxy, url }
    assertThat(tries < 100, 'nginx starts')
    await wait(100)
  }
}
