import fs from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childProcesses, residentKb } from '../test/child-processes.ts'
import { plainPicture } from '../test/hostile-files.ts'
import { fileOf, twoColors } from '../test/sample-files.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'

let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

function publish(bytes: Uint8Array, name = 'photo.jpg') {
  const params = { collection: 'gallery' as const }
  return school.admin.createEntry({ params, body: { title: 'ছবি' }, file: fileOf(bytes, name) })
}

async function served(filePath: string | undefined): Promise<Buffer> {
  const response = await school.fetch(`/${filePath}`)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** Returns the colour of a pixel; x and y are fractions of width and height. */
async function colorAt(picture: Buffer, x: number, y: number): Promise<'red' | 'blue' | 'other'> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  const [red = 0, , blue = 0] = data.subarray(at, at + 3)
  return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'other'
}

const EXIF = {
  IFD0: { Make: 'Phone', Copyright: 'SECRET-NAME' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '23/1 48/1 0/1', GPSLongitude: '90/1 24/1 0/1' },
}

describe('a photo', () => {
  it('is stored upright and without its metadata', async () => {
    const sideways = await twoColors(800, 600)
      .withExif(EXIF)
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-XMP</x:xmpmeta>')
      .jpeg()
      .toBuffer()
    expect(sideways.includes('SECRET-NAME') && sideways.includes('SECRET-XMP')).toBe(true)

    const entry = await publish(sideways)

    expect([entry.width, entry.height]).toEqual([600, 800])
    for (const filePath of [entry.filePath, ...(entry.sizes ?? []).map((size) => size.filePath)]) {
      const stored = await served(filePath)
      const { exif, xmp, icc, iptc, orientation } = await sharp(stored).metadata()
      expect({ exif, xmp, icc, iptc, orientation }).toEqual({})
      expect(stored.includes('SECRET')).toBe(false)
      expect([await colorAt(stored, 0.5, 0.1), await colorAt(stored, 0.5, 0.9)]).toEqual([
        'red',
        'blue',
      ])
    }
  })

  it('is stored without metadata as PNG and WebP, too', async () => {
    for (const format of ['png', 'webp'] as const) {
      const tagged = await twoColors(100, 80).withExif(EXIF).toFormat(format).toBuffer()
      expect(tagged.includes('SECRET-NAME')).toBe(true)
      const entry = await publish(tagged, `photo.${format}`)
      expect(entry.mimeType).toBe(`image/${format}`)
      expect((await served(entry.filePath)).includes('SECRET')).toBe(false)
    }
  })

  it('gets a main colour and smaller copies', async () => {
    const entry = await publish(await twoColors(3000, 1500).jpeg().toBuffer())
    expect([entry.width, entry.height]).toEqual([2560, 1280])
    expect(entry.color).toMatch(/^#7[0-9a-f]00[7-8][0-9a-f]$/)
    expect(entry.sizes?.map(({ width, height }) => [width, height])).toEqual([
      [320, 160],
      [480, 240],
      [720, 360],
      [1280, 640],
      [1920, 960],
    ])
    for (const { filePath, width } of entry.sizes ?? []) {
      const metadata = await sharp(await served(filePath)).metadata()
      expect([metadata.format, metadata.width]).toEqual(['webp', width])
    }
    expect((await publish(await twoColors(320, 100).jpeg().toBuffer())).sizes).toEqual([])
  })

  it('in CMYK or 16 bits is converted to 8-bit sRGB', async () => {
    const print = await twoColors(90, 60).toColourspace('cmyk').jpeg().toBuffer()
    const deep = await twoColors(90, 60).toColourspace('rgb16').png().toBuffer()
    for (const bytes of [print, deep]) {
      const stored = await sharp(await served((await publish(bytes)).filePath)).metadata()
      expect([stored.space, stored.depth]).toEqual(['srgb', 'uchar'])
    }
  })

  it('keeps its transparency', async () => {
    const clear = sharp({ create: { width: 50, height: 50, channels: 4, background: '#ff000080' } })
    const entry = await publish(await clear.png().toBuffer(), 'logo.png')
    expect((await sharp(await served(entry.filePath)).metadata()).hasAlpha).toBe(true)
  })

  it('of a phone that violates the JPEG standard is accepted', async () => {
    const jpeg = await twoColors(200, 200).jpeg({ progressive: false }).toBuffer()
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
    const odd = Buffer.from(jpeg)
    // The spectral selection of a sequential scan must end at 63.
    odd[scan + 12] = 0
    await expect(sharp(odd, { failOn: 'warning' }).raw().toBuffer()).rejects.toThrow(/SOS/)
    expect((await publish(odd)).width).toBe(200)
  })

  it('is processed with 29 others at the same time', async () => {
    const jpeg = await twoColors(700, 500).jpeg().toBuffer()
    const entries = await Promise.all(Array.from({ length: 30 }, () => publish(jpeg)))
    expect(new Set(entries.map((entry) => entry.filePath)).size).toBe(30)
    const staging = await fs.readdir(path.join(school.dataDir, 'staging'))
    expect(staging).toEqual([])
  })

  it('with more pixels than the decoder has memory for is rejected with the limit', async () => {
    const bytes = await plainPicture(5100).avif({ effort: 0 }).toBuffer()
    await expect(publish(bytes, 'photo.avif')).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { file: expect.stringContaining('25 megapixels') },
    })
  })

  it.skipIf(process.platform === 'win32')(
    'whose worker process runs out of memory is rejected with the reason, and the next is accepted',
    async () => {
      const large = await plainPicture(7000).jpeg({ progressive: true }).toBuffer()
      let rejection: unknown
      publish(large).catch((error: unknown) => {
        rejection = error
      })
      // One that has not begun would be replaced.
      const killLikeKernel = () => {
        for (const pid of childProcesses('picture-worker')) {
          if (residentKb(pid) > 200_000) process.kill(pid, 'SIGKILL')
        }
        return rejection
      }
      await expect.poll(killLikeKernel, { timeout: 30_000, interval: 20 }).toBeDefined()
      expect(rejection).toMatchObject({
        code: 'validation_failed',
        fields: { file: expect.stringContaining('too much memory') },
      })
      expect((await publish(await twoColors(100, 80).jpeg().toBuffer())).width).toBe(100)
    },
  )

  it('with random damage is answered without a server error, and the next is accepted', async () => {
    const random = seeded(20261121)
    const whole = {
      jpg: await twoColors(120, 90).jpeg().toBuffer(),
      png: await twoColors(120, 90).png().toBuffer(),
      webp: await twoColors(120, 90).webp().toBuffer(),
      avif: await twoColors(120, 90).avif({ effort: 0 }).toBuffer(),
    }
    for (const [extension, bytes] of Object.entries(whole)) {
      for (let n = 0; n < 15; n += 1) {
        const damaged = Buffer.from(bytes)
        for (let times = 0; times < 1 + n; times += 1) {
          damaged[16 + Math.floor(random() * (damaged.length - 16))] = Math.floor(random() * 256)
        }
        const response = await publish(damaged, `damaged.${extension}`).catch((error) => error)
        const name = `${extension} ${n}`
        expect([name, response.code ?? 'made']).toEqual([
          name,
          expect.stringMatching(/^(made|validation_failed|unsupported_media_type)$/),
        ])
      }
      expect((await publish(bytes, `whole.${extension}`)).width).toBe(120)
    }
  })
})

/** Creates a generator of the same pseudo-random numbers below 1 at each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
