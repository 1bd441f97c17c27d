import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { expect, test } from 'vitest'
import { bundle } from '../../../e2e/support/bundle.ts'
import { signedInToken, startSchoolServer } from '../../../e2e/support/school-server.ts'
import { temporaryFolder } from '../test/folders.ts'

/** Number of kills; `KILLS=500 npx vitest run desktop/src/outbox/kill.test.ts`. */
const KILLS = Number(process.env.KILLS ?? 12)
/** Maximum lifetime of a child in milliseconds. */
const LIFE = 200
const MINUTES = 60_000

test(
  `delivers every acknowledged change exactly once across ${KILLS} kills`,
  async () => {
    const childFile = await bundle('desktop/src/test/kill-child.ts', await temporaryFolder())
    const folder = await temporaryFolder()
    const school = await startSchoolServer()
    try {
      const token = await signedInToken(school.url)
      const args = [folder, school.url, token]
      const promised = new Set<number>()
      const reordered = new Set<number>()
      for (let kill = 0; kill < KILLS; kill += 1) {
        // Each child has its own range of numbers.
        const lines = await runUntilKilled(childFile, [...args, String(kill * 1000 + 1)])
        for (const [what, number] of lines) {
          if (what === 'promised') promised.add(number)
          else reordered.add(number)
        }
      }
      expect(await run(childFile, [...args, 'drain'])).toContain('left 0')

      const notices = await school.admin.listEntries({ params: { collection: 'notices' } })
      const arrived = new Map<string, number>()
      const sheets = new Map<string, string>()
      for (const notice of notices) {
        arrived.set(notice.title, (arrived.get(notice.title) ?? 0) + 1)
        const names = filesOf(notice).map(({ fileName }) => fileName.replace('.txt', ''))
        sheets.set(notice.title, [notice.excerpt, ...names].join(' '))
      }
      const lost = [...promised].filter((number) => !arrived.has(`নোটিশ ${number}`))
      const twice = [...arrived].filter(([, count]) => count > 1)
      process.stdout.write(
        `killed ${KILLS} times: ${promised.size} promised, ${notices.length} arrived\n`,
      )
      expect(promised.size).toBeGreaterThan(0)
      expect(reordered.size).toBeGreaterThan(0)
      expect({ lost, twice }).toEqual({ lost: [], twice: [] })
      // A change that was killed before its acknowledgement may have been stored all the same.
      const partial = [...promised].filter((number) => {
        const changed = `লেখা ${number} ২ ৩ ১`
        const created = reordered.has(number) ? changed : `লেখা ${number} ১ ২`
        return ![created, changed].includes(sheets.get(`নোটিশ ${number}`) ?? '')
      })
      expect(partial).toEqual([])
    } finally {
      await school.remove()
    }
  },
  (10 + KILLS / 10) * MINUTES,
)

/** Starts the child, kills it at a random time and returns the acknowledged changes. */
async function runUntilKilled(childFile: string, args: string[]): Promise<[string, number][]> {
  const child = spawn(process.execPath, [childFile, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const promised: [string, number][] = []
  // Start the clock at the first change, or all children would die before it on a slow computer.
  const begins = Math.random() < 0.3 ? 'ready' : 'promised'
  let dying = false
  for await (const line of createInterface({ input: child.stdout })) {
    if (!dying && line.startsWith(begins)) {
      dying = true
      setTimeout(() => child.kill('SIGKILL'), Math.random() * LIFE)
    }
    const [, what = '', number] = /^(promised|reordered) (\d+)$/.exec(line) ?? []
    if (number) promised.push([what, Number(number)])
  }
  return promised
}

async function run(childFile: string, args: string[]): Promise<string> {
  const child = spawn(process.execPath, [childFile, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout) output += String(chunk)
  return output
}
