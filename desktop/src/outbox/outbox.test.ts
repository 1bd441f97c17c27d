import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/folders.ts'
import { bodyText, json, openTestOutbox as open, rename, response } from '../test/outbox.ts'
import { type OutboxItem, openOutboxStore } from './outbox-store.ts'

test('stores a change before sending it and removes it afterwards', async () => {
  const folder = await temporaryFolder()
  const onDisk: string[][] = []
  const { outbox } = await open(folder, async () => {
    onDisk.push((await fs.readdir(folder)).sort())
    return response(200, { _id: 'a', __v: 1 })
  })
  const { result } = await outbox.put(rename('a'), json({ title: 'ছুটি' }))
  expect(await result).toMatchObject({ kind: 'answered', response: { status: 200 } })
  expect(onDisk).toEqual([['0000000001.body', '0000000001.json']])
  expect(await fs.readdir(folder)).toEqual([])
})

test('retries unanswered changes in order, across restarts', async () => {
  const folder = await temporaryFolder()
  const away = await open(folder, async () => null)
  const results = []
  for (const id of ['a', 'b', 'c']) {
    const { result } = await away.outbox.put(rename(id), json({ title: id }))
    results.push(await result)
  }
  expect(results).toEqual([{ kind: 'queued' }, { kind: 'queued' }, { kind: 'queued' }])
  await away.outbox.stop()

  const seen: [string, string][] = []
  const back = await open(folder, async ({ path: address, key }) => {
    seen.push([address, key])
    return response(200, { _id: 'x', __v: 1 })
  })
  await back.outbox.settled()
  expect(seen.map(([address]) => address)).toEqual(
    ['a', 'b', 'c'].map((id) => `/api/notices/${id}`),
  )
  expect(back.outbox.view().items).toEqual([])
})

test('returns a refusal to a waiting form, otherwise stores it', async () => {
  const folder = await temporaryFolder()
  const refusal = { error: 'শিরোনাম লিখুন।', code: 'validation_failed', fields: { title: 'লিখুন' } }
  let away = true
  const { outbox } = await open(folder, async () => (away ? null : response(400, refusal)))
  const { result: first } = await outbox.put(rename('a'), json({ title: '' }))
  expect(await first).toEqual({ kind: 'queued' })
  away = false
  const { result: second } = await outbox.put(rename('b'), json({ title: '' }))
  expect(await second).toMatchObject({ kind: 'answered', response: { status: 400 } })
  await outbox.settled()
  expect(outbox.view().items).toMatchObject([
    { path: '/api/notices/a', refusal: { status: 400, sentence: 'শিরোনাম লিখুন।' } },
  ])
  // It waits behind the refused one, and its form does not.
  const { result: third } = await outbox.put(rename('a'), json({ title: 'ছুটি' }))
  expect(await third).toEqual({ kind: 'queued' })
})

test('sends a waiting change after the sign-in', async () => {
  let signedIn = false
  const { outbox } = await open(await temporaryFolder(), async () =>
    signedIn ? response(200, { _id: 'a', __v: 1 }) : response(401),
  )
  const { result } = await outbox.put(rename('a'), json({ title: 'ছুটি' }))
  expect(await result).toMatchObject({ response: { status: 401 } })
  await outbox.settled()
  expect(outbox.view()).toMatchObject({ needsSignIn: true, items: [{ path: '/api/notices/a' }] })
  signedIn = true
  outbox.sendNow()
  await outbox.settled()
  expect(outbox.view().items).toEqual([])
})

test('sends again if the sign-in overtook a 401', async () => {
  const replies: ((reply: ReturnType<typeof response>) => void)[] = []
  const { outbox } = await open(
    await temporaryFolder(),
    () => new Promise((resolve) => void replies.push(resolve)),
  )
  const { result } = await outbox.put(rename('a'), json({ title: 'ছুটি' }))
  await expect.poll(() => replies.length).toBe(1)
  outbox.resume()
  replies[0]?.(response(401))
  await expect.poll(() => replies.length).toBe(2)
  replies[1]?.(response(200, { _id: 'a', __v: 1 }))
  expect(await result).toMatchObject({ response: { status: 200 } })
})

test('treats the same key as one change, even after delivery', async () => {
  let sent = 0
  const { outbox } = await open(await temporaryFolder(), async () => {
    sent += 1
    return response(201, { _id: 'new', __v: 0 })
  })
  const item = rename('a')
  const [one, two] = await Promise.all([
    outbox.put(item, json({})).then(({ result }) => result),
    outbox.put(item, json({})).then(({ result }) => result),
  ])
  const { result } = await outbox.put(item, json({}))
  for (const one_ of [one, two, await result]) {
    expect(one_).toMatchObject({ response: { status: 201 } })
  }
  expect(sent).toBe(1)
})

test('updates the version of later changes to the same record', async () => {
  const folder = await temporaryFolder()
  let away = true
  const versions: unknown[] = []
  const { outbox } = await open(folder, async (_item, body) => {
    if (away) return null
    const { __v, title } = bodyText(body)
    versions.push([__v, title])
    return response(200, { _id: 'a', __v: __v + 1 })
  })
  // The first may have arrived; the later ones are merged.
  for (const title of ['এক', 'দুই', 'তিন']) {
    const { result } = await outbox.put(rename('a', { baseVersion: 4 }), json({ title, __v: 4 }))
    await result
  }
  away = false
  outbox.sendNow()
  await outbox.settled()
  expect(versions).toEqual([
    [4, 'এক'],
    [5, 'তিন'],
  ])
})

test('stops only changes based on an outdated version', async () => {
  let away = true
  const sent: string[] = []
  const { outbox } = await open(await temporaryFolder(), async ({ path: address }, body) => {
    if (away) return null
    const conflict = address === '/api/notices/a' && '__v' in bodyText(body)
    sent.push(address)
    return conflict
      ? response(409, { error: 'বদলে গেছে', code: 'conflict' })
      : response(200, { _id: 'x', __v: 9 })
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

  // `keepMine` removes the version from this change and the one after it.
  expect(await outbox.keepMine(first?.seq ?? 0)).toBe(true)
  await outbox.settled()
  expect(outbox.view().items).toEqual([])
  expect(sent.slice(2)).toEqual(['/api/notices/a', '/api/notices/a'])
})

test('replaces the temporary id in later changes', async () => {
  const folder = await temporaryFolder()
  let away = true
  const asked: string[] = []
  const { outbox } = await open(folder, async ({ method, path: address }) => {
    if (away) return null
    asked.push(`${method} ${address}`)
    return method === 'POST'
      ? response(201, { _id: 'real1', __v: 0 })
      : response(200, { _id: 'real1', __v: 1 })
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

test('discards later changes along with the creation', async () => {
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

/** An item in flight cannot be discarded, but between two attempts it can. */
async function discardBetweenTries(
  outbox: Awaited<ReturnType<typeof open>>['outbox'],
  item: OutboxItem | undefined,
): Promise<boolean> {
  return expect
    .poll(() => outbox.discard(item?.seq ?? 0))
    .toBe(true)
    .then(() => true)
}

test('sends other changes while one fails repeatedly', async () => {
  const sent: string[] = []
  const { outbox } = await open(await temporaryFolder(), async ({ path: address }) => {
    sent.push(address)
    return address.endsWith('/a') ? response(500, { error: 'x', code: 'internal' }) : response(204)
  })
  await outbox.put(rename('a'), json({}))
  await outbox.put(rename('b', { method: 'DELETE' }), null)
  await outbox.settled()
  expect(sent.at(-1)).toBe('/api/notices/b')
  expect(outbox.view().items).toMatchObject([{ path: '/api/notices/a', refusal: { status: 500 } }])
})

test('moves a damaged record aside and removes an orphaned body', async () => {
  const folder = await temporaryFolder()
  const { outbox } = await open(folder, async () => null)
  const { result } = await outbox.put(rename('a'), json({ title: 'এক' }))
  await result
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
