import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../test/folders.ts'
import { createOutbox } from './outbox.ts'
import type { NewOutboxItem, OutboxItem } from './outbox-item.ts'
import { openOutboxStore } from './outbox-store.ts'
import type { SendItem } from './outbox-types.ts'
import type { SentAnswer } from './sent-answer.ts'

const json = (body: unknown) => new TextEncoder().encode(JSON.stringify(body))

function answer(status: number, body: unknown = {}, retryAfter: number | null = null): SentAnswer {
  return { status, contentType: 'application/json', retryAfter, body: json(body) }
}

const about = { collection: 'notices', title: 'ছুটি', fileName: null }
let keys = 0
function rename(id: string, part: Partial<NewOutboxItem> = {}): NewOutboxItem {
  keys += 1
  return {
    key: `key-${keys}`,
    endpoint: 'updateEntry',
    method: 'PUT',
    path: `/api/notices/${id}`,
    contentType: 'application/json',
    target: `notices/${id}`,
    temporaryId: null,
    baseVersion: 0,
    about,
    ...part,
  }
}

/** An outbox on a folder whose server is `send`. */
async function open(folder: string, send: SendItem, backoff = () => 5) {
  const { store, damaged } = await openOutboxStore(folder)
  const outbox = createOutbox({ store, send, now: () => new Date(), backoff })
  onTestFinished(() => outbox.stop())
  return { outbox, store, damaged }
}

const bodyText = (body: Uint8Array | null) => JSON.parse(new TextDecoder().decode(body ?? json({})))

test('a change is on the disk before it goes out, and gone once it has arrived', async () => {
  const folder = await temporaryFolder()
  const onDisk: string[][] = []
  const { outbox } = await open(folder, async () => {
    onDisk.push((await fs.readdir(folder)).sort())
    return answer(200, { _id: 'a', __v: 1 })
  })
  const { verdict } = await outbox.put(rename('a'), json({ title: 'ছুটি' }))
  expect(await verdict).toMatchObject({ kind: 'answered', answer: { status: 200 } })
  expect(onDisk).toEqual([['0000000001.body', '0000000001.json']])
  expect(await fs.readdir(folder)).toEqual([])
})

test('what nobody answers stays in order, over a restart too, and goes once the server is back', async () => {
  const folder = await temporaryFolder()
  const away = await open(folder, async () => null)
  const verdicts = []
  for (const id of ['a', 'b', 'c']) {
    const { verdict } = await away.outbox.put(rename(id), json({ title: id }))
    verdicts.push(await verdict)
  }
  expect(verdicts).toEqual([{ kind: 'queued' }, { kind: 'queued' }, { kind: 'queued' }])
  await away.outbox.stop()

  const seen: [string, string][] = []
  const back = await open(folder, async ({ path: address, key }) => {
    seen.push([address, key])
    return answer(200, { _id: 'x', __v: 1 })
  })
  await back.outbox.settled()
  expect(seen.map(([address]) => address)).toEqual(
    ['a', 'b', 'c'].map((id) => `/api/notices/${id}`),
  )
  expect(back.outbox.view().items).toEqual([])
})

test('a refusal goes to the form while someone watches, and waits for a person otherwise', async () => {
  const folder = await temporaryFolder()
  const refusal = { error: 'শিরোনাম লিখুন।', code: 'validation_failed', fields: { title: 'লিখুন' } }
  let away = true
  const { outbox } = await open(folder, async () => (away ? null : answer(400, refusal)))
  const { verdict: first } = await outbox.put(rename('a'), json({ title: '' }))
  expect(await first).toEqual({ kind: 'queued' })
  away = false
  const { verdict: second } = await outbox.put(rename('b'), json({ title: '' }))
  expect(await second).toMatchObject({ kind: 'answered', answer: { status: 400 } })
  await outbox.settled()
  expect(outbox.view().items).toMatchObject([
    { path: '/api/notices/a', refusal: { status: 400, sentence: 'শিরোনাম লিখুন।' } },
  ])
})

test('a change waits for a sign-in and then goes by itself', async () => {
  let signedIn = false
  const { outbox } = await open(await temporaryFolder(), async () =>
    signedIn ? answer(200, { _id: 'a', __v: 1 }) : answer(401),
  )
  const { verdict } = await outbox.put(rename('a'), json({ title: 'ছুটি' }))
  expect(await verdict).toMatchObject({ answer: { status: 401 } })
  await outbox.settled()
  expect(outbox.view()).toMatchObject({ needsSignIn: true, items: [{ path: '/api/notices/a' }] })
  signedIn = true
  outbox.sendNow()
  await outbox.settled()
  expect(outbox.view().items).toEqual([])
})

test('a change made again after its sign-in was declined is one change', async () => {
  let signedIn = false
  const sent: unknown[] = []
  const { outbox } = await open(await temporaryFolder(), async (_item, body) => {
    if (!signedIn) return answer(401)
    sent.push(bodyText(body))
    return answer(200, { _id: 'a', __v: 1 })
  })
  for (const fields of [{ title: 'এক' }, { title: 'দুই' }, { date: '2026-01-02' }]) {
    const { verdict } = await outbox.put(rename('a'), json({ ...fields, __v: 0 }))
    expect(await verdict).toMatchObject({ answer: { status: 401 } })
  }
  await outbox.put(rename('b', { method: 'DELETE', contentType: null }), null)
  await outbox.put(rename('b', { method: 'DELETE', contentType: null }), null)
  const form = { method: 'POST', path: '/api/notices', endpoint: 'createEntry' } as const
  for (const number of [1, 2]) {
    const part = { ...form, key: `form.${number}`, target: `notices/q${number}` }
    const { verdict } = await outbox.put(
      rename('', { ...part, temporaryId: `q${number}`, about: { ...about, title: `${number}` } }),
      json({ title: `নোটিশ ${number}` }),
    )
    await verdict
  }
  expect(outbox.view().items.map(({ path: address }) => address)).toEqual([
    '/api/notices/a',
    '/api/notices/b',
    '/api/notices',
  ])
  signedIn = true
  outbox.goOn()
  await outbox.settled()
  expect(sent).toEqual([{ title: 'দুই', date: '2026-01-02', __v: 0 }, {}, { title: 'নোটিশ 2' }])
})

test('what may have arrived is never written anew: the next change follows it', async () => {
  const { outbox } = await open(await temporaryFolder(), async () => null)
  for (const title of ['এক', 'দুই']) {
    const { verdict } = await outbox.put(rename('a'), json({ title, __v: 0 }))
    await verdict
  }
  expect(outbox.view().items).toHaveLength(2)
})

test('what a person stops waits until a person lets it go, and what follows it with it', async () => {
  let hanging = true
  const sent: string[] = []
  const { outbox } = await open(await temporaryFolder(), (item, _body, signal) => {
    sent.push(item.key)
    if (!hanging || item.target !== 'notices/a') return Promise.resolve(answer(200, { __v: 1 }))
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)))
  })
  const { verdict } = await outbox.put(rename('a', { key: 'a1' }), json({}))
  await expect.poll(() => sent).toEqual(['a1'])
  const [first] = outbox.view().items
  expect(await outbox.discard(first?.seq ?? 0)).toBe(false)
  expect(await outbox.hold(first?.seq ?? 0)).toBe(true)
  expect(await verdict).toEqual({ kind: 'queued' })
  await outbox.put(rename('a', { key: 'a2', baseVersion: 5 }), json({}))
  const other = await outbox.put(rename('b', { key: 'b' }), json({}))
  await other.verdict
  outbox.goOn()
  await outbox.settled()
  expect(sent).toEqual(['a1', 'b'])
  hanging = false
  outbox.sendNow()
  await outbox.settled()
  expect(sent).toEqual(['a1', 'b', 'a1', 'a2'])
})

test('the same key is one change, also when it is asked for again after it arrived', async () => {
  let sent = 0
  const { outbox } = await open(await temporaryFolder(), async () => {
    sent += 1
    return answer(201, { _id: 'new', __v: 0 })
  })
  const item = rename('a')
  const [one, two] = await Promise.all([
    outbox.put(item, json({})).then(({ verdict }) => verdict),
    outbox.put(item, json({})).then(({ verdict }) => verdict),
  ])
  const { verdict } = await outbox.put(item, json({}))
  for (const one_ of [one, two, await verdict]) {
    expect(one_).toMatchObject({ answer: { status: 201 } })
  }
  expect(sent).toBe(1)
})

test('changes of one record follow each other from version to version', async () => {
  const folder = await temporaryFolder()
  let away = true
  const versions: unknown[] = []
  const { outbox } = await open(folder, async (_item, body) => {
    if (away) return null
    const { __v, title } = bodyText(body)
    versions.push([__v, title])
    return answer(200, { _id: 'a', __v: __v + 1 })
  })
  // The first may have arrived; what comes after it is one.
  for (const title of ['এক', 'দুই', 'তিন']) {
    const { verdict } = await outbox.put(rename('a', { baseVersion: 4 }), json({ title, __v: 4 }))
    await verdict
  }
  away = false
  outbox.sendNow()
  await outbox.settled()
  expect(versions).toEqual([
    [4, 'এক'],
    [5, 'তিন'],
  ])
})

test("another's change in between stops what was based on the old one, and nothing else", async () => {
  let away = true
  const sent: string[] = []
  const { outbox } = await open(await temporaryFolder(), async ({ path: address }, body) => {
    if (away) return null
    const conflict = address === '/api/notices/a' && '__v' in bodyText(body)
    sent.push(address)
    return conflict
      ? answer(409, { error: 'বদলে গেছে', code: 'conflict' })
      : answer(200, { _id: 'x', __v: 9 })
  })
  await outbox.put(rename('a'), json({ title: 'আমার', __v: 0 }))
  await outbox.put(rename('a'), json({ title: 'আমার আবার', __v: 0 }))
  await outbox.put(rename('b'), json({ title: 'অন্য', __v: 0 }))
  away = false
  outbox.sendNow()
  await outbox.settled()
  expect(sent).toEqual(['/api/notices/a', '/api/notices/b'])
  const [first, second] = outbox.view().items
  expect([first?.refusal?.code, second?.refusal]).toEqual(['conflict', null])

  // Keeping mine sends it without the old version, and the one behind it as well.
  expect(await outbox.keepMine(first?.seq ?? 0)).toBe(true)
  await outbox.settled()
  expect(outbox.view().items).toEqual([])
  expect(sent.slice(2)).toEqual(['/api/notices/a', '/api/notices/a'])
})

test('what follows from a creation gets its real id', async () => {
  const folder = await temporaryFolder()
  let away = true
  const asked: string[] = []
  const { outbox } = await open(folder, async ({ method, path: address }) => {
    if (away) return null
    asked.push(`${method} ${address}`)
    return method === 'POST'
      ? answer(201, { _id: 'real1', __v: 0 })
      : answer(200, { _id: 'real1', __v: 1 })
  })
  const target = 'notices/qtemp'
  await outbox.put(
    rename('', { method: 'POST', path: '/api/notices', target, temporaryId: 'qtemp' }),
    json({ title: 'নতুন' }),
  )
  await outbox.put(rename('qtemp', { target }), json({ title: 'বদলানো', __v: 0 }))
  away = false
  outbox.sendNow()
  await outbox.settled()
  expect(asked).toEqual(['POST /api/notices', 'PUT /api/notices/real1'])
})

test('discarding a creation takes what followed from it along', async () => {
  const { outbox } = await open(await temporaryFolder(), async () => null)
  const target = 'notices/qtemp'
  const create = rename('', { method: 'POST', path: '/api/notices', target, temporaryId: 'qtemp' })
  await outbox.put(create, json({ title: 'নতুন' }))
  await outbox.put(rename('qtemp', { target }), json({ title: 'বদলানো' }))
  await outbox.put(rename('other'), json({ title: 'অন্য' }))
  const [first] = outbox.view().items
  expect(await discardBetweenTries(outbox, first)).toBe(true)
  expect(outbox.view().items.map((item) => item.target)).toEqual(['notices/other'])
})

/** An item on its way cannot be discarded; between two tries it can. */
async function discardBetweenTries(
  outbox: Awaited<ReturnType<typeof open>>['outbox'],
  item: OutboxItem | undefined,
): Promise<boolean> {
  return expect
    .poll(() => outbox.discard(item?.seq ?? 0))
    .toBe(true)
    .then(() => true)
}

test('an item that may have arrived is not changed in its place', async () => {
  const { outbox } = await open(
    await temporaryFolder(),
    async () => null,
    () => 60_000,
  )
  const { verdict } = await outbox.put(rename('a'), json({ title: 'এক' }))
  await verdict
  const [item] = outbox.view().items
  expect(item?.attempts).toBe(1)
  expect(await outbox.edit(item?.seq ?? 0, { title: 'দুই' }, 'other')).toBe(false)
})

test('a power cut while a change is written anew leaves it as it was', async () => {
  const folder = await temporaryFolder()
  const { outbox, store } = await open(
    folder,
    async () => null,
    () => 60_000,
  )
  const { verdict } = await outbox.put(rename('a'), json({ title: 'এক' }))
  await verdict
  await outbox.stop()
  const [item] = store.items()
  if (!item) throw new Error('nothing waits')
  const cut = { ...item.about, toJSON: () => cutPower() }
  await expect(store.change({ ...item, about: cut }, json({ title: 'অনেক লম্বা' }))).rejects.toThrow(
    'power',
  )
  const again = await openOutboxStore(folder)
  const [kept] = again.store.items()
  expect(bodyText(kept ? await again.store.body(kept) : null)).toEqual({ title: 'এক' })
  expect(await fs.readdir(folder)).toHaveLength(2)
})

function cutPower(): never {
  throw new Error('no power')
}

test('a server that keeps failing at one change gets the others', async () => {
  const sent: string[] = []
  const { outbox } = await open(await temporaryFolder(), async ({ path: address }) => {
    sent.push(address)
    return address.endsWith('/a') ? answer(500, { error: 'x', code: 'internal' }) : answer(204)
  })
  await outbox.put(rename('a'), json({}))
  await outbox.put(rename('b', { method: 'DELETE' }), null)
  await outbox.settled()
  expect(sent.at(-1)).toBe('/api/notices/b')
  expect(outbox.view().items).toMatchObject([{ path: '/api/notices/a', refusal: { status: 500 } }])
})

test('a damaged record is put aside and told of; a body without a record was never promised', async () => {
  const folder = await temporaryFolder()
  const { outbox } = await open(folder, async () => null)
  const { verdict } = await outbox.put(rename('a'), json({ title: 'এক' }))
  await verdict
  await outbox.stop()
  await fs.writeFile(path.join(folder, '0000000002.json'), '{"seq": 2')
  await fs.writeFile(path.join(folder, '0000000002.body'), 'typed text')
  await fs.writeFile(path.join(folder, '0000000003.body'), 'half')
  await fs.writeFile(path.join(folder, '0000000004.json.abc.unfinished'), 'half')

  const { store, damaged } = await openOutboxStore(folder)
  expect(store.items().map(({ seq }) => seq)).toEqual([1])
  expect(damaged).toEqual(['0000000002.json'])
  expect((await fs.readdir(folder)).sort()).toEqual([
    '0000000001.body',
    '0000000001.json',
    'damaged',
  ])
  expect((await fs.readdir(path.join(folder, 'damaged'))).sort()).toEqual([
    '0000000002.body',
    '0000000002.json',
  ])
})
