import { load } from './load.mjs'
import { pdfOf, publishNotice } from './publish.mjs'
import { inRounds } from './rounds.mjs'
import { previewsRendered, sameAnswer, signIn, startReference } from './servers.mjs'

const BYTES = 200_000

/** The server that is measured. */
export const server = {}

/**
 * Measures notices with a 200 kB PDF, sequential and 16 at once, against plain `node:http` that writes
 * and syncs the same file and inserts one row. Also measures the front page during the writes.
 */
export async function measure({ rounds, seconds, short }, school) {
  const reference = await startReference({ kind: 'create', folder: school.dataDir })
  try {
    const authorization = await signIn(school)
    const ours = () => publishNotice(school, authorization, BYTES)
    const body = pdfOf(BYTES)
    const bare = async () => {
      const answer = await fetch(reference.url, { method: 'POST', body })
      if (answer.status !== 201) throw new Error(`The reference returned ${answer.status}`)
      await answer.json()
    }
    const rows = []
    for (const atOnce of [1, 16]) {
      const amount = short ? 2 * atOnce + 10 : 4 * atOnce + 30
      const medians = await inRounds(rounds, {
        bare: () => pace(bare, amount, atOnce),
        ours: () => pace(ours, amount, atOnce),
      })
      rows.push({
        what: atOnce === 1 ? 'creates, sequential' : `creates, ${atOnce} at once`,
        figure: medians.ours.perSecond / medians.bare.perSecond,
        unit: 'of bare INSERT and fsync',
        aim: { atLeast: 0.2 },
        raw: { 'creates/s': medians.ours.perSecond, bare: medians.bare.perSecond },
      })
    }
    rows.push(await readersMeanwhile(school, ours, { rounds, seconds }))
    return rows
  } finally {
    await reference.stop()
  }
}

async function pace(create, amount, atOnce) {
  const started = performance.now()
  let left = amount
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await create()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { perSecond: (amount * 1000) / (performance.now() - started) }
}

/**
 * Measures the front page with 32 connections, idle and during 16 concurrent creates. Beside the same
 * creates it measures a plain `node:http` server that sends the same bytes, in a process of its own: what
 * that takes is due to the machine.
 */
async function readersMeanwhile(school, create, { rounds, seconds }) {
  const url = `${school.url}/`
  const headers = { 'accept-encoding': 'br' }
  const bare = await startReference(await sameAnswer(url, headers))
  const read = (address) => load({ url: address, headers, connections: 32, duration: seconds })
  const readMeanwhile = async (address) => {
    let going = true
    let created = 0
    const worker = async () => {
      while (going) {
        await create()
        created += 1
      }
    }
    const working = Promise.all(Array.from({ length: 16 }, worker))
    const figures = await read(address)
    going = false
    await working
    return { ...figures, created }
  }
  try {
    const { idle, busy, machine } = await inRounds(rounds, {
      idle: async () => {
        await previewsRendered(school.url)
        return read(url)
      },
      busy: () => readMeanwhile(url),
      machine: () => readMeanwhile(bare.url),
    })
    return {
      what: 'front page, p99 during 16 concurrent creates',
      figure: busy.p99Ms / idle.p99Ms,
      unit: 'of idle',
      aim: { atMost: 3 },
      raw: {
        'p99 ms': busy.p99Ms,
        idle: idle.p99Ms,
        'bare beside the creates': machine.p99Ms,
        'creates per round': busy.created,
      },
    }
  } finally {
    await bare.stop()
  }
}
