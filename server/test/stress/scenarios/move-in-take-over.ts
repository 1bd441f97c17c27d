import { setTimeout as wait } from 'node:timers/promises'
import { startOldSite } from '../../../src/test/old-site.ts'
import { adminClient, signIn } from '../admin-client.ts'
import { assertThat, type Scenario } from '../scenario.ts'
import { startProcess, withShared } from '../shared-processes.ts'

const NOTICES = 30
/** So that each kill comes amid the bringing. */
const ANSWER_MS = 400

/** Of two processes the one that brings an older site is killed. */
export const moveInTakeOver: Scenario = {
  name: 'move-in-take-over',
  description:
    'SIGKILL of one of two processes while an older site is brought: the other goes on, nothing lost, nothing twice',
  rounds: 4,
  run: (context) =>
    withShared(async (shared) => {
      const row = (n: number) =>
        `<tr><td><a href="/n/${n}">নোটিশ ${n}</a><td>${(n % 28) + 1}/01/2019<td><a href="/f/${n}.txt">ডাউনলোড</a>`
      const rows = Array.from({ length: NOTICES }, (_, n) => row(n)).join('')
      const site = await startOldSite((where) => {
        if (where === '/list') return `<table>${rows}</table>`
        if (where.startsWith('/n/')) return `<article><p>লেখা ${where}</p></article>`
        if (!where.startsWith('/f/')) return undefined
        return (res) => {
          res.writeHead(200, { 'content-type': 'text/plain' })
          setTimeout(() => res.end(`নোটিশ ${where}`), ANSWER_MS)
        }
      })
      const env = { ...shared, MOVE_IN_LOOPBACK: '1' }
      const startNamed = async (name: string) => {
        const server = startProcess(context, name, env)
        return { name, server, url: await server.ready() }
      }
      let running = [await startNamed('one'), await startNamed('two')]
      const { token } = await signIn(running[0]?.url ?? '')
      const apiOf = (n: number) => adminClient(running[n]?.url ?? '', token).api
      const { _id: id } = await apiOf(0).startLook({ body: { url: `${site.origin}/list` } })
      const params = { id }
      const reach = async (states: readonly string[]) => {
        for (;;) {
          const move = await apiOf(1).readMoveIn({ params })
          if (states.includes(move.state)) return move
          await wait(100)
        }
      }
      await reach(['found'])
      const body = { collections: ['notices' as const], years: [2019], as: 'published' as const }
      await apiOf(0).bringMoveIn({ params, body })
      let kills = 0
      for (; context.shouldContinue(kills); kills += 1) {
        const before = (await apiOf(1).readMoveIn({ params })).counts.published
        // The other one shows how far it has come.
        while ((await apiOf(1).readMoveIn({ params })).counts.published < before + 2) await wait(50)
        if ((await apiOf(1).readMoveIn({ params })).state !== 'bringing') break
        const [victim, other] = running
        if (!victim || !other) throw new Error('There are two')
        victim.server.child.kill('SIGKILL')
        await victim.server.exit
        running = [other, await startNamed(victim.name)]
      }
      const { counts, state, addresses } = await reach(['done', 'paused'])
      assertThat(state === 'done' && counts.published === NOTICES, `all; ${JSON.stringify(counts)}`)
      assertThat(addresses === 2 * NOTICES, `each has its addresses; instead ${addresses}`)
      const notices = await apiOf(0).listEntries({ params: { collection: 'notices' } })
      const titles = new Set(notices.map(({ title }) => title))
      assertThat(notices.length === NOTICES && titles.size === NOTICES, 'nothing twice')
      const files = site.asked.filter((one) => one.startsWith('/f/'))
      assertThat(files.length <= NOTICES + kills, `one process brings at a time; ${files.length}`)
      await apiOf(1).undoMoveIn({ params })
      await reach(['undone'])
      assertThat(
        (await apiOf(0).listEntries({ params: { collection: 'notices' } })).length === 0,
        'undone',
      )
      await site.stop()
      return [
        `${kills} kills, ${notices.length} notices of ${NOTICES}, each once, ${files.length} files asked for`,
      ]
    }),
}
