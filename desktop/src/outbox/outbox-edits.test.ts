import fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/folders.ts'
import { about, bodyText, json, openTestOutbox as open, rename, response } from '../test/outbox.ts'
import { openOutboxStore } from './outbox-store.ts'

test('merges a change repeated after a 401', async () => {
  let signedIn = false
  const sent: unknown[] = []
  const { outbox } = await open(await temporaryFolder(), async (_item, body) => {
    if (!signedIn) return response(401)
    sent.push(bodyText(body))
    return response(200, { _id: 'a', __v: 1 })
  })
  for (const fields of [{ title: 'এক' }, { title: 'দুই' }, { date: '2026-01-02' }]) {
    const { result } = await outbox.put(rename('a'), json({ ...fields, __v: 0 }))
    expect(await result).toMatchObject({ response: { status: 401 } })
  }
  await outbox.put(rename('b', { method: 'DELETE', contentType: null }), null)
  await outbox.put(rename('b', { method: 'DELETE', contentType: null }), null)
  const form = { method: 'POST', path: '/api/notices', endpoint: 'createEntry' } as const
  for (const number of [1, 2]) {
    const part = { ...form, key: `form.${number}`, target: `notices/q${number}` }
    const { result } = await outbox.put(
      rename('', { ...part, temporaryId: `q${number}`, about: { ...about, title: `${number}` } }),
      json({ title: `নোটিশ ${number}` }),
    )
    await result
  }
  expect(outbox.view().items.map(({ path: address }) => address)).toEqual([
    '/api/notices/a',
    '/api/notices/b',
    '/api/notices',
  ])
  signedIn = true
  outbox.resume()
  await outbox.settled()
  expect(sent).toEqual([{ title: 'দুই', date: '2026-01-02', __v: 0 }, {}, { title: 'নোটিশ 2' }])
})

test('queues a new change behind one that may have arrived', async () => {
  const { outbox } = await open(await temporaryFolder(), async () => null)
  for (const title of ['এক', 'দুই']) {
    const { result } = await outbox.put(rename('a'), json({ title, __v: 0 }))
    await result
  }
  expect(outbox.view().items).toHaveLength(2)
})

test('holds an item and its followers until the user resumes', async () => {
  let hanging = true
  const sent: string[] = []
  const { outbox } = await open(await temporaryFolder(), (item, _body, signal) => {
    sent.push(item.key)
    if (!hanging || item.target !== 'notices/a') return Promise.resolve(response(200, { __v: 1 }))
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)))
  })
  const { result } = await outbox.put(rename('a', { key: 'a1' }), json({}))
  await expect.poll(() => sent).toEqual(['a1'])
  const [first] = outbox.view().items
  expect(await outbox.discard(first?.seq ?? 0)).toBe(false)
  expect(await outbox.hold(first?.seq ?? 0)).toBe(true)
  expect(await result).toEqual({ kind: 'queued' })
  await outbox.put(rename('a', { key: 'a2', baseVersion: 5 }), json({}))
  const other = await outbox.put(rename('b', { key: 'b' }), json({}))
  await other.result
  outbox.resume()
  await outbox.settled()
  expect(sent).toEqual(['a1', 'b'])
  hanging = false
  outbox.sendNow()
  await outbox.settled()
  expect(sent).toEqual(['a1', 'b', 'a1', 'a2'])
})

test('cancels an item in flight and sends the rest', async () => {
  const sent: string[] = []
  const { outbox } = await open(await temporaryFolder(), (item, _body, signal) => {
    sent.push(item.key)
    if (item.key !== 'large') return Promise.resolve(response(200, { __v: 1 }))
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)))
  })
  const { result } = await outbox.put(rename('a', { key: 'large' }), json({}))
  await expect.poll(() => sent).toEqual(['large'])
  const other = await outbox.put(rename('b', { key: 'small' }), json({}))
  expect(await outbox.cancel('large')).toBe(true)
  expect(await result).toEqual({ kind: 'queued' })
  await other.result
  expect(sent).toEqual(['large', 'small'])
  expect(outbox.view().items).toEqual([])
  expect(await outbox.cancel('small')).toBe(false)
})

test('does not edit an item that may have arrived', async () => {
  const { outbox } = await open(
    await temporaryFolder(),
    async () => null,
    () => 60_000,
  )
  const { result } = await outbox.put(rename('a'), json({ title: 'এক' }))
  await result
  const [item] = outbox.view().items
  expect(item?.attempts).toBe(1)
  expect(await outbox.edit(item?.seq ?? 0, { title: 'দুই' }, 'other')).toBe(false)
})

test('leaves a change intact if power fails during an edit', async () => {
  const folder = await temporaryFolder()
  const { outbox, store } = await open(
    folder,
    async () => null,
    () => 60_000,
  )
  const { result } = await outbox.put(rename('a'), json({ title: 'এক' }))
  await result
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
