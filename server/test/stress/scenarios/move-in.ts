import { setTimeout as wait } from 'node:timers/promises'
import type { MoveInChoice } from '@bidyaloy/shared/features/move-in/move-in'
import { zipBytes } from '../../../src/test/sample-files.ts'
import { type AdminClient, adminClient, signIn } from '../admin-client.ts'
import { assertConsistent, assertThat, type Scenario } from '../scenario.ts'

const NOTICES = 40
const EMPTY = 5
/** Bringing all takes about a second, so the kill comes before, during and after it. */
const LATEST_MS = 400

const dayOf = (n: number) => `${2010 + (n % 15)}-${String((n % 12) + 1).padStart(2, '0')}-11`
/** Texts with a day in their name, some without one, and some that are empty. */
const OLD_FILES = Object.fromEntries([
  ...Array.from({ length: NOTICES }, (_, n) => [`${dayOf(n)} নোটিশ ${n}.txt`, `নোটিশ ${n}`]),
  ...Array.from({ length: EMPTY }, (_, n) => [`2019-02-0${n + 1} ফাঁকা ${n}.txt`, '']),
])
const CHOICE: MoveInChoice = {
  collections: ['notices', 'news', 'downloads', 'pages', 'albums', 'events'],
  years: [null, ...Array.from({ length: 40 }, (_, n) => 2000 + n)],
  as: 'published',
  kinds: [],
}

/** The process is killed while an older site is looked at, brought and undone. */
export const moveIn: Scenario = {
  name: 'move-in',
  description:
    'SIGKILL at random times while old notices are brought and undone: each is there once with its file, or not at all',
  rounds: 100,
  async run(context) {
    let token: string | undefined
    const seen = new Map<string, number>()
    for (let round = 0; context.shouldContinue(round); round += 1) {
      const server = context.start()
      const admin = await clientOf(await server.ready(), token)
      token = admin.token
      const state = await goOn(admin)
      seen.set(state, (seen.get(state) ?? 0) + 1)
      await wait(context.random.between(0, LATEST_MS))
      server.child.kill('SIGKILL')
      await server.exit
    }
    const admin = await clientOf(await context.start().ready(), token)
    while ((await stateOf(admin)) !== 'done') {
      await goOn(admin)
      await wait(50)
    }
    await assertBrought(admin)
    await assertConsistent(context.dataDir)
    while ((await stateOf(admin)) !== 'undone') {
      await goOn(admin)
      await wait(50)
    }
    assertThat((await noticesOf(admin)).length === 0, 'nothing is left after the undo')
    await assertConsistent(context.dataDir)
    return [...seen].map(([state, kills]) => `killed while ${state}: ${kills}`)
  },
}

const clientOf = (url: string, token: string | undefined) =>
  token ? adminClient(url, token) : signIn(url)

async function stateOf({ api }: AdminClient): Promise<string> {
  const [newest] = await api.listMoveIns()
  return newest?.state ?? 'none'
}

/** Does what a person would do next. @returns the state before it */
async function goOn(admin: AdminClient): Promise<string> {
  const { api } = admin
  const [newest] = await api.listMoveIns()
  const params = { id: newest?._id ?? '' }
  if (newest?.state === 'found') await api.bringMoveIn({ params, body: CHOICE })
  if (newest?.state === 'done') {
    await assertBrought(admin)
    await api.undoMoveIn({ params })
  }
  if (!newest || newest.state === 'undone') {
    const zip = new File([Uint8Array.from(zipBytes(OLD_FILES))], 'old.zip')
    await api.startLook({ body: {}, file: zip })
  }
  return newest?.state ?? 'none'
}

const noticesOf = ({ api }: AdminClient) =>
  api.listEntries({ params: { collection: 'notices' }, query: { state: 'all' } })

async function assertBrought(admin: AdminClient): Promise<void> {
  const { api } = admin
  const [newest] = await api.listMoveIns()
  const { counts } = await api.readMoveIn({ params: { id: newest?._id ?? '' } })
  const { asked, published, draft, refused } = counts
  assertThat(asked === NOTICES + EMPTY, `all are accounted for; instead ${JSON.stringify(counts)}`)
  assertThat(published + draft + refused === asked, 'in = published + drafts + refused')
  assertThat(refused === EMPTY, `only empty ones are refused; instead ${refused}`)
  const notices = await noticesOf(admin)
  const titles = new Set(notices.map(({ title }) => title))
  assertThat(notices.length === published && titles.size === published, 'nothing is there twice')
  assertThat(
    notices.every(({ filePath }) => filePath !== undefined),
    'each has its file',
  )
}
