import { setTimeout as wait } from 'node:timers/promises'
import type { MoveInChoice } from '@bidyaloy/shared/features/move-in/move-in'
import type { MoveInState } from '@bidyaloy/shared/features/move-in/reasons'
import * as z from 'zod'
import { zipBytes } from '../../../src/test/sample-files.ts'
import type { SeededRandom } from '../../../src/test/seeded-random.ts'
import { type AdminClient, adminClient, signIn } from '../admin-client.ts'
import { assertBroughtRows, recordsOf, stateIn } from '../moved-records.ts'
import { assertConsistent, assertThat, type Scenario } from '../scenario.ts'

/** More than an undo removes in one transaction. */
const POSTS = 60
const HOST = 'https://old.example.edu.bd'

type Fate = 'file' | 'text' | 'draft' | 'empty'
const fateOf = (n: number): Fate =>
  n % 10 === 7 ? 'draft' : n % 12 === 5 ? 'empty' : n % 2 === 0 ? 'file' : 'text'
const numbersOf = (...fates: Fate[]) =>
  Array.from({ length: POSTS }, (_, n) => n).filter((n) => fates.includes(fateOf(n)))
const titleOf = (n: number) => `পুরোনো নোটিশ ${n}`
const PUBLISHED = new Map(numbersOf('file', 'text').map((n) => [titleOf(n), n]))
const DRAFTS = numbersOf('draft').length
const EMPTY = numbersOf('empty').length

function postOf(n: number): string {
  const day = `${2010 + (n % 15)}-${String((n % 12) + 1).padStart(2, '0')}-11`
  const fate = fateOf(n)
  const link = `<a href="${HOST}/wp-content/uploads/f${n}.txt">ফাইল</a>`
  const text = { file: link, text: `লেখা ${n}`, draft: `খসড়া ${n}`, empty: '' }[fate]
  return `<item><title>${titleOf(n)}</title><link>${HOST}/notice-${n}/</link>
    <guid>${HOST}/?p=${n + 1}</guid><wp:post_id>${n + 1}</wp:post_id>
    <wp:post_date>${day} 10:00:00</wp:post_date><wp:post_type>post</wp:post_type>
    <wp:status>${fate === 'draft' ? 'draft' : 'publish'}</wp:status>
    <category domain="category" nicename="notice">নোটিশ</category>
    <content:encoded><![CDATA[${text}]]></content:encoded></item>`
}

/** An export of WordPress, and its files. */
function oldSite(): File[] {
  const items = Array.from({ length: POSTS }, (_, n) => postOf(n)).join('')
  const head = `<wp:wxr_version>1.2</wp:wxr_version><link>${HOST}</link>`
  const xml = `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${head}${items}</channel></rss>`
  const files = numbersOf('file').map((n) => [`uploads/f${n}.txt`, `নোটিশ ${n}`] as const)
  const zip = Uint8Array.from(zipBytes(Object.fromEntries(files)))
  return [new File([xml], 'export.xml'), new File([zip], 'uploads.zip')]
}

const CHOICE: MoveInChoice = {
  collections: ['notices', 'news', 'downloads', 'pages', 'albums', 'events'],
  years: [null, ...Array.from({ length: 40 }, (_, n) => 2000 + n)],
  as: 'published',
  kinds: [],
}

/** Latest time of the kill after a step: about how long the step takes. */
const LATEST_MS: Partial<Record<MoveInState, number>> = { looking: 1000, bringing: 1200 }
const OTHERWISE_MS = 150

/** The process is killed while an older site is looked at, brought, paused and undone. */
export const moveIn: Scenario = {
  name: 'move-in',
  description:
    'SIGKILL at random times while old notices are looked at, brought, paused and undone: each is there once and whole, or not at all',
  rounds: 100,
  async run(context) {
    const { dataDir, random } = context
    let token: string | undefined
    let before: string[] = []
    const seen = { kills: new Map<string, number>(), looks: 0, undone: 0 }
    for (let round = 0; context.shouldContinue(round); round += 1) {
      const server = context.start()
      const admin = await clientOf(await server.ready(), token)
      if (!token) {
        await writeOwn(admin)
        before = recordsOf(dataDir)
      }
      token = admin.token
      // Each step is reached, however often the one before it is killed.
      if (random.between(1, 2) === 1) await finishStep(admin)
      const state = await stateOf(admin)
      if (state === 'done') await assertBrought(admin)
      if (state === 'undone') {
        await assertUndone(admin, { dataDir, before })
        seen.undone += 1
      }
      const [next, step] = stepAfter(state, random)
      const answer = step(admin).catch((error: unknown) => error)
      // Else it may be killed before it answers.
      if (random.between(1, 4) > 1) await answer
      const watching = watch(admin)
      await wait(random.between(0, LATEST_MS[next] ?? OTHERWISE_MS))
      server.child.kill('SIGKILL')
      await Promise.all([server.exit, answer])
      seen.looks += await watching
      const killed = stateIn(dataDir)
      await assertBroughtRows(dataDir, { items: POSTS, own: OWN })
      seen.kills.set(killed, (seen.kills.get(killed) ?? 0) + 1)
    }
    const admin = await clientOf(await context.start().ready(), token)
    await goOnUntil(admin, 'done')
    await assertBrought(admin)
    await assertConsistent(dataDir)
    await goOnUntil(admin, 'undone')
    await assertUndone(admin, { dataDir, before })
    return [
      ...[...seen.kills].map(([state, kills]) => `killed while ${state}: ${kills}`),
      `undone as if it had never been: ${seen.undone + 1} times`,
      `entries that a visitor saw meanwhile: ${seen.looks}, half ones: 0`,
    ]
  },
}

const clientOf = (url: string, token: string | undefined) =>
  token ? adminClient(url, token) : signIn(url)

const notices = { params: { collection: 'notices' } } as const
/** Entries of the school itself. */
const OWN = 2

async function writeOwn({ api }: AdminClient): Promise<void> {
  await api.createEntry({ ...notices, body: { title: 'আজকের নোটিশ', body: 'লেখা' } })
  await api.createEntry({ ...notices, body: { title: 'খসড়া', status: 'draft' } })
}

const newestOf = async ({ api }: AdminClient) => (await api.listMoveIns())[0]

async function stateOf(admin: AdminClient): Promise<MoveInState | 'none'> {
  return (await newestOf(admin))?.state ?? 'none'
}

async function finishStep(admin: AdminClient): Promise<void> {
  while (['looking', 'bringing'].includes(await stateOf(admin))) await wait(20)
}

type Step = (admin: AdminClient) => Promise<unknown>
const on =
  (step: (api: AdminClient['api'], params: { id: string }) => Promise<unknown>): Step =>
  async (admin) =>
    step(admin.api, { id: (await newestOf(admin))?._id ?? '' })

const look = on((api) => api.startLook({ body: {}, file: oldSite() }))
const bring = on((api, params) => api.bringMoveIn({ params, body: CHOICE }))
const pause = on((api, params) => api.pauseMoveIn({ params }))
const goOn = on((api, params) => api.continueMoveIn({ params }))
const undo = on((api, params) => api.undoMoveIn({ params }))
const nothing: Step = async () => undefined

/** Returns the state that follows, and the step of a person that leads to it. */
function stepAfter(state: MoveInState | 'none', random: SeededRandom): [MoveInState, Step] {
  const isSometimes = random.between(1, 4) === 1
  switch (state) {
    case 'found':
      return ['bringing', bring]
    case 'bringing':
      return isSometimes ? ['paused', pause] : ['bringing', nothing]
    case 'paused':
      return isSometimes ? ['undoing', undo] : ['bringing', goOn]
    case 'done':
      return ['undoing', undo]
    case 'looking':
    case 'undoing':
      return [state, nothing]
    default:
      return ['looking', look]
  }
}

async function goOnUntil(admin: AdminClient, end: MoveInState): Promise<void> {
  for (let state = await stateOf(admin); state !== end; state = await stateOf(admin)) {
    if (state === 'paused') await goOn(admin)
    else if (state === 'found') await bring(admin)
    else if (state === 'done') await undo(admin)
    else if (state === 'none' || state === 'undone' || state === 'failed') await look(admin)
    await wait(20)
  }
}

/** Reads what visitors see until the process is killed. @returns number of entries @throws if one is half */
async function watch({ url }: AdminClient): Promise<number> {
  let count = 0
  for (;;) {
    const list = await shown(url)
    if (!list) return count
    for (const { title, filePath, excerpt } of list) {
      const n = PUBLISHED.get(title)
      if (n === undefined) continue
      const isWhole = fateOf(n) === 'file' ? filePath !== undefined : excerpt === `লেখা ${n}`
      assertThat(isWhole, `${title} is whole`)
      count += 1
    }
    assertThat(new Set(list.map(({ title }) => title)).size === list.length, 'nothing twice')
  }
}

const Listed = z.array(
  z.object({
    title: z.string(),
    filePath: z.string().optional(),
    excerpt: z.string().optional(),
  }),
)

/** Returns the entries that visitors see; null after the kill. */
async function shown(url: string) {
  try {
    return Listed.parse(await (await fetch(`${url}/api/notices`)).json())
  } catch (error) {
    if (error instanceof z.ZodError) throw error
    return null
  }
}

async function assertBrought(admin: AdminClient): Promise<void> {
  const { api, url } = admin
  const params = { id: (await newestOf(admin))?._id ?? '' }
  const { counts } = await api.readMoveIn({ params })
  const { asked, published, draft, refused } = counts
  assertThat(published + draft + refused === asked, 'in = published + drafts + refused')
  const isWhole = asked === POSTS && published === PUBLISHED.size && draft === DRAFTS
  assertThat(
    isWhole && refused === EMPTY,
    `all are accounted for; instead ${JSON.stringify(counts)}`,
  )
  const list = await api.listEntries({ ...notices, query: { state: 'all' } })
  const titles = new Set(list.map(({ title }) => title))
  // Without drafts.
  const expected = published + 1
  assertThat(
    list.length === expected && titles.size === expected,
    `nothing is there twice; instead ${list.length} of ${expected}`,
  )
  const { addresses } = await api.listOldAddresses({ params, query: { limit: 1000 } })
  assertThat(addresses.length >= published + draft, 'all have their old addresses')
  for (const n of [0, 1]) {
    const { status, headers } = await fetch(`${url}/?p=${n + 1}`, { redirect: 'manual' })
    const to = headers.get('location')
    assertThat(status === 301 && to?.startsWith('/n/') === true, 'an old address leads on')
  }
}

async function assertUndone(
  admin: AdminClient,
  { dataDir, before }: { dataDir: string; before: string[] },
): Promise<void> {
  await assertConsistent(dataDir)
  const after = recordsOf(dataDir)
  const more = after.filter((row) => !before.includes(row))
  const less = before.filter((row) => !after.includes(row))
  assertThat(more.length + less.length === 0, `records as before; instead ${[...more, ...less]}`)
  const found = await admin.api.search({ query: { q: 'পুরোনো' } })
  assertThat(found.length === 0, 'nothing is found any more')
}
