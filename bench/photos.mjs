import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { publish } from './publish.mjs'
import { residentOfFamilyMb } from './resident.mjs'
import { inRounds } from './rounds.mjs'
import { signIn } from './servers.mjs'

// A dependency of the server workspace.
const sharp = createRequire(new URL('../server/package.json', import.meta.url))('sharp')
const ALONE = fileURLToPath(new URL('./photo-alone.mjs', import.meta.url))
const [WIDTH, HEIGHT] = [4032, 3024]
const SAMPLE_MS = 20

/** The server that is measured. */
export const server = {}

/** Measures a 12 megapixel photo against the image library alone making the same sizes. */
export async function measure({ rounds }, school) {
  const photo = path.join(school.dataDir, 'bench-photo.jpg')
  await fs.writeFile(photo, await likeAPhoto())
  const authorization = await signIn(school)
  const alone = spawn(process.execPath, [ALONE, photo], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const made = async () => {
    const started = performance.now()
    alone.send('make')
    await once(alone, 'message')
    return { ms: performance.now() - started }
  }
  const sent = async () => {
    const started = performance.now()
    await publishPhoto(school, authorization, photo)
    return { ms: performance.now() - started }
  }
  // Warm-up: the first photos start processes and load libraries.
  await made()
  await sent()
  const { library, ours } = await inRounds(rounds, { library: made, ours: sent })
  alone.kill()
  const growth = await growthDuring(school, () =>
    Promise.all(Array.from({ length: 4 }, () => publishPhoto(school, authorization, photo))),
  )
  return [
    {
      what: 'photo of 12 megapixels, to 201',
      figure: ours.ms / library.ms,
      unit: 'of the image library alone',
      aim: { atMost: 1.2 },
      raw: { ms: ours.ms, 'alone ms': library.ms },
    },
    {
      what: 'resident memory growth, four photos at once',
      figure: growth.server,
      unit: 'MB in the server',
      aim: { atMost: 150 },
      raw: { 'MB with worker processes': growth.family },
    },
  ]
}

/** Soft shapes with camera noise, about as hard to encode as a photo. */
async function likeAPhoto() {
  const small = { width: 84, height: 63, channels: 3 }
  const soft = await sharp({
    create: { ...small, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .resize(WIDTH, HEIGHT, { kernel: 'cubic' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const grain = await sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(soft)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 92 })
    .toBuffer()
}

async function publishPhoto(school, authorization, photo) {
  const bytes = await fs.readFile(photo)
  await publish(school, authorization, 'gallery', { bytes, name: 'photo.jpg' })
}

/** Memory growth in MB during the work: of the server alone, and with its child processes. */
async function growthDuring({ pid }, work) {
  const before = await residentOfFamilyMb(pid)
  const peak = { ...before }
  const sampler = setInterval(async () => {
    const present = await residentOfFamilyMb(pid)
    for (const of of ['server', 'family']) peak[of] = Math.max(peak[of], present[of])
  }, SAMPLE_MS)
  await work()
  clearInterval(sampler)
  return { server: peak.server - before.server, family: peak.family - before.family }
}
