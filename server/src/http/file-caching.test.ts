import { crestIcons } from '@bidyaloy/shared/site-addresses'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileOf, longPdf, twoColors } from '../test/sample-files.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'

const A_DAY = 86_400

let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
})
afterEach(() => school.stop())

/** Returns the addresses of a photo, a paper, their copies, and the pictures that are made of them. */
async function addressesOfFiles(): Promise<string[]> {
  const { admin, visitor } = school
  const photo = async () => fileOf(await twoColors(700, 400).jpeg().toBuffer(), 'a.jpg')
  const albums = { collection: 'albums' } as const
  const notices = { collection: 'notices' } as const
  await admin.setSitePicture({ params: { picture: 'crest' }, body: {}, file: await photo() })
  const album = await admin.createEntry({
    params: albums,
    body: { title: 'ক' },
    file: [await photo(), await photo()],
  })
  const { _id: id } = await admin.createEntry({
    params: notices,
    body: { title: 'খ' },
    file: fileOf(longPdf(1), 'a.pdf'),
  })
  const read = () => visitor.getEntry({ params: { ...notices, id } })
  await expect.poll(async () => (await read()).pages?.length).toBe(1)
  const stored: string[] = []
  const settings = await visitor.getSettings()
  JSON.stringify([album, await read(), settings], (key, value: unknown) => {
    if (key === 'filePath' && typeof value === 'string') stored.push(`/${value}`)
    return value
  })
  return [
    ...new Set(stored),
    `/share/albums/${album._id}.jpg`,
    `/share/notices/${id}.png`,
    crestIcons.icon192,
  ]
}

it('lets no cache have a photo or a paper for more than a day, and revalidates each', async () => {
  const addresses = await addressesOfFiles()
  expect(addresses.length).toBeGreaterThan(8)
  for (const address of addresses) {
    const { status, headers } = await school.fetch(address)
    const caching = headers.get('cache-control') ?? ''
    const secondsOf = (name: string) => {
      const seconds = new RegExp(`(?:^|[ ,])${name}=(\\d+)`).exec(caching)?.[1]
      return seconds === undefined ? undefined : Number(seconds)
    }
    const browsers = secondsOf('max-age') ?? Number.POSITIVE_INFINITY
    const stale = (secondsOf('stale-while-revalidate') ?? 0) + (secondsOf('stale-if-error') ?? 0)
    expect(status, address).toBe(200)
    expect(browsers + stale, address).toBeLessThanOrEqual(A_DAY)
    expect((secondsOf('s-maxage') ?? browsers) + stale, address).toBeLessThanOrEqual(A_DAY)
    expect(caching, address).not.toContain('immutable')
    const etag = headers.get('etag') ?? ''
    const again = await school.fetch(address, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()], address).toEqual([304, ''])
  }
})
