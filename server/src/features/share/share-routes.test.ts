import fs from 'node:fs/promises'
import path from 'node:path'
import { shareCardPath } from '@bidyaloy/shared/collections/registry'
import { SHARE_CARD, siteFiles } from '@bidyaloy/shared/site-addresses'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '../../test/raw-connection.ts'
import { fileOf, pdfFile, twoColors } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

const collection = 'notices' as const

async function publish(title: string): Promise<string> {
  const params = { collection }
  const { _id } = await school.admin.createEntry({ params, body: { title }, file: pdfFile() })
  return _id
}

/** Fetches a share card and checks its headers and size. */
async function cardAt(address: string): Promise<Buffer> {
  const response = await school.fetch(address)
  expect([address, response.status]).toEqual([address, 200])
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
  const bytes = Buffer.from(await response.arrayBuffer())
  const { width, height } = await sharp(bytes).metadata()
  expect({ width, height }).toEqual(SHARE_CARD)
  return bytes
}

/** Returns the share of dark pixels in the title, from 0 to 1. */
async function inkOf(card: Buffer): Promise<number> {
  const { data } = await sharp(card)
    .extract({ left: 60, top: 235, width: 1080, height: 270 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data.filter((grey) => grey < 128).length / data.length
}

it('a notice has a card with its title, which changes with it', async () => {
  const id = await publish('ছুটি')
  const address = shareCardPath(collection, id)
  const short = await inkOf(await cardAt(address))
  expect(short).toBeGreaterThan(0.005)
  const title = 'ষষ্ঠ থেকে নবম শ্রেণির বার্ষিক ক্রীড়া প্রতিযোগিতা ও পুরস্কার বিতরণী'
  await school.admin.updateEntry({ params: { collection, id }, body: { title } })
  expect(await inkOf(await cardAt(address))).toBeGreaterThan(short * 3)
})

it('a card shows the first lines of a text', async () => {
  const params = { collection }
  const body = { title: 'ছুটি', body: 'কাল বিদ্যালয় বন্ধ থাকবে। '.repeat(8) }
  const { _id } = await school.admin.createEntry({ params, body })
  const withText = await cardAt(shareCardPath(collection, _id))
  const without = await cardAt(shareCardPath(collection, await publish('ছুটি')))
  expect(await inkOf(withText)).toBeGreaterThan((await inkOf(without)) * 2)
})

it('a card names kind and classes of a notice, and the days of an event', async () => {
  const same = { title: 'বার্ষিক পরীক্ষা', body: 'পাঁচ দিন চলবে।', date: '2026-11-01' }
  const cardOf = async (kept: 'notices' | 'events', more: object) => {
    const body = { ...same, ...more }
    const { _id } = await school.admin.createEntry({ params: { collection: kept }, body })
    return (await cardAt(shareCardPath(kept, _id))).toString('base64')
  }
  const cards = [
    await cardOf('notices', {}),
    await cardOf('notices', { kind: 'exam' }),
    await cardOf('notices', { kind: 'exam', classes: ['Nine'] }),
    await cardOf('events', { kind: 'exam', startsOn: '2026-12-01' }),
    await cardOf('events', { kind: 'exam', startsOn: '2026-12-01', endsOn: '2026-12-10' }),
  ]
  expect(new Set(cards).size).toBe(cards.length)
})

it('the card of an album is a JPEG of its first photo above the name of the school', async () => {
  const photo = await sharp({
    create: { width: 800, height: 900, channels: 3, background: '#d01010' },
  })
    .jpeg()
    .toBuffer()
  const { _id } = await school.admin.createEntry({
    params: { collection: 'albums' },
    body: { title: 'ক্রীড়া' },
    file: new File([new Uint8Array(photo)], 'a.jpg', { type: 'image/jpeg' }),
  })
  const response = await school.fetch(shareCardPath('albums', _id))
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  const card = sharp(Buffer.from(await response.arrayBuffer()))
  expect(await card.metadata()).toMatchObject({ format: 'jpeg', ...SHARE_CARD })
  const colorAt = async (top: number) => {
    const pixel = await card
      .clone()
      .extract({ left: 1100, top, width: 1, height: 1 })
      .raw()
      .toBuffer()
    return [...pixel]
  }
  const [red = 0, green = 255] = await colorAt(20)
  expect(red).toBeGreaterThan(180)
  expect(green).toBeLessThan(60)
  expect((await colorAt(600))[0]).toBeLessThan(40)
  expect(await (await school.fetch(`/albums/${_id}`)).text()).toContain(
    shareCardPath('albums', _id),
  )
})

it('a card is rendered once and answered with 304 to clients that have it', async () => {
  const address = shareCardPath(collection, await publish('পরীক্ষা'))
  const cards = () => fs.readdir(path.join(school.dataDir, 'cache', 'share'))
  const before = (await cards()).length
  const many = await Promise.all(Array.from({ length: 5 }, () => cardAt(address)))
  expect(new Set(many.map((card) => card.toString('base64'))).size).toBe(1)
  expect(await cards()).toHaveLength(before + 1)
  const etag = (await school.fetch(address)).headers.get('etag') ?? ''
  expect((await school.fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

it('deleted and unknown entries, and those without a page, have no card', async () => {
  const id = await publish('ভুল নোটিশ')
  const address = shareCardPath(collection, id)
  await cardAt(address)
  await school.admin.deleteEntry({ params: { collection, id } })
  const none = [address, `/share/news/${id}.png`, '/share/downloads/a.png', '/share/../notices.png']
  for (const one of [...none, '/share/notices/nosuch.png', '/share/notices/a%2Fb.png']) {
    expect([one, (await school.fetch(one)).status]).toEqual([one, 404])
  }
  expect((await school.fetch(address, { method: 'POST' })).status).toBe(405)
})

it('the site has a card, and a start deletes old cards', async () => {
  await cardAt(siteFiles.shareCard)
  const folder = path.join(school.dataDir, 'cache', 'share')
  const rendered = (await fs.readdir(folder)).filter((name) => name.length > 10)
  for (let n = 0; n < 12; n += 1) {
    const file = path.join(folder, `${n}.png`)
    await fs.writeFile(file, '')
    await fs.truncate(file, 10 * 1024 * 1024)
    await fs.utimes(file, new Date('2020-01-01'), new Date(2020, 0, 1 + n))
  }
  school = await school.restart()
  const remaining = await fs.readdir(folder)
  expect(remaining).toHaveLength(rendered.length + 9)
  expect(remaining).toEqual(expect.arrayContaining([...rendered, '11.png', '3.png']))
})

it.runIf(process.platform === 'linux')(
  'a client with many concurrent requests is rejected with 503, and others are served',
  async () => {
    const ids: string[] = []
    for (let n = 0; n < 13; n += 1) ids.push(await publish(`নোটিশ ${n}`))
    const [other = '', ...many] = ids.map((id) => shareCardPath(collection, id))
    const greedy = Promise.all(many.map((address) => school.fetch(address)))
    const { socket, received } = connect(school.url, '127.0.0.2')
    socket.write(`GET ${other} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    const responses = await greedy
    const refused = responses.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(12 - refused.length)
    for (const { headers } of refused) {
      expect([headers.get('retry-after'), headers.get('cache-control')]).toEqual(['10', 'no-store'])
    }
    await expect.poll(received, { timeout: 20_000 }).toMatch(/^HTTP\/1.1 200 /)
    socket.destroy()
    await cardAt(new URL(refused[0]?.url ?? '').pathname)
  },
)

it('a card shows the address of its page, also as a code, where the site knows its own', async () => {
  const own = await startTestServer({ env: { PUBLIC_URL: 'https://school.example.bd' } })
  try {
    for (const [kept, file] of [
      ['notices', pdfFile()],
      ['albums', fileOf(await twoColors(900, 700).jpeg().toBuffer(), 'a.jpg')],
    ] as const) {
      const params = { collection: kept }
      const { _id } = await own.admin.createEntry({ params, body: { title: 'ছুটি' }, file })
      const card = await own.fetch(shareCardPath(kept, _id))
      const { data, info } = await sharp(Buffer.from(await card.arrayBuffer()))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const code = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
      expect(code).toBe(`https://school.example.bd/${kept === 'notices' ? 'n' : kept}/${_id}`)
    }
  } finally {
    await own.stop()
  }
})
