import { spawnSync } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileOf, pdfFile, twoColors } from '../../../src/test/sample-files.ts'
import { signIn } from '../admin-client.ts'
import { assertThat, type Scenario } from '../scenario.ts'

const TIMEOUT_MS = 30_000
const CALLS = 'fsync,fdatasync,rename,renameat,renameat2,write,writev,pwrite64,sendto,sendmsg'

/** Data is flushed to disk before a response, so that a power cut loses nothing acknowledged. */
export const fsyncOrder: Scenario = {
  name: 'fsync-order',
  description: 'the file, its folder and the write-ahead log are flushed before each response',
  rounds: 5,
  skipReason: () =>
    spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0
      ? undefined
      : 'it needs strace, which is missing or not permitted',
  async run(context) {
    const trace = path.join(context.root, 'trace')
    // Detached, so that signals reach the server itself.
    const strace = ['strace', '-D', '-f', '-y', '-s', '40', '-e', `trace=${CALLS}`, '-o', trace]
    const server = context.start({ before: strace })
    const { api } = await signIn(await server.ready())
    let responses = 0
    for (let round = 0; context.shouldContinue(round); round += 1) {
      const params = { collection: 'notices' } as const
      const made = await api.createEntry({
        params,
        body: { title: `${round} নম্বর নোটিশ` },
        file: pdfFile(),
      })
      const change = { params: { ...params, id: made._id }, body: {} }
      await api.updateEntry({ ...change, file: fileOf('বদলানো লেখা', 'new.txt') })
      const picture = fileOf(await twoColors(400, 300).jpeg().toBuffer(), 'photo.jpg')
      await api.createEntry({
        params: { collection: 'gallery' },
        body: { title: `${round} নম্বর ছবি` },
        file: picture,
      })
      responses += 3
    }
    server.child.kill('SIGTERM')
    await server.exit
    const seen = countFlushedResponses(await wholeTrace(trace, server.child.pid ?? 0))
    assertThat(seen === responses, `${responses} answers are seen, not ${seen}`)
    return [`responses whose file, folder and record were flushed first: ${responses}`]
  },
}

/** Waits for the tracer, which ends after the traced process. */
async function wholeTrace(trace: string, pid: number): Promise<string[]> {
  const until = performance.now() + TIMEOUT_MS
  for (;;) {
    const lines = (await fs.readFile(trace, 'utf8')).split('\n')
    if (lines.some((line) => line.startsWith(`${pid} `) && line.includes('+++ '))) return lines
    assertThat(performance.now() < until, 'the trace is written')
    await wait(100)
  }
}

/** Checks the order of calls. @returns the number of upload responses */
function countFlushedResponses(lines: readonly string[]): number {
  let responses = 0
  let since: string[] = []
  for (const line of finishedCalls(lines)) {
    since.push(line)
    if (!/^\d+ +(write|writev|sendto|sendmsg)\(.*"HTTP\/1\.1 20[01]/.test(line)) continue
    const renamed = since.filter((one) => /rename.*\/staging\/.*uploads\//.test(one))
    // Responses without a file, such as the sign-in.
    if (renamed.length === 0) {
      since = []
      continue
    }
    responses += 1
    const last = since.lastIndexOf(renamed.at(-1) ?? '')
    const flushed = (what: RegExp, from: number, to: number) =>
      since.slice(from, to).some((one) => /f(data)?sync\(/.test(one) && what.test(one))
    assertThat(flushed(/\/staging\//, 0, last), `the file is flushed before it is renamed: ${line}`)
    assertThat(flushed(/uploads>/, last, since.length), `its folder is flushed: ${line}`)
    assertThat(flushed(/sqlite-wal>/, last, since.length), `its record is flushed: ${line}`)
    since = []
  }
  return responses
}

/** Joins calls that other threads interrupted. */
function finishedCalls(lines: readonly string[]): string[] {
  const started = new Map<string, string>()
  return lines.flatMap((line) => {
    const thread = /^\d+/.exec(line)?.[0] ?? ''
    const unfinished = / <unfinished \.\.\.>$/.exec(line)
    if (unfinished) {
      started.set(thread, line.slice(0, unfinished.index))
      return []
    }
    const resumed = /<\.\.\. \w+ resumed>(.*)$/.exec(line)
    return [resumed ? `${started.get(thread) ?? ''}${resumed[1]}` : line]
  })
}
