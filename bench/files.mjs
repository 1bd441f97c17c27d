import fs from 'node:fs/promises'
import path from 'node:path'
import { load, withCpu } from './load.mjs'
import { publishNotice } from './publish.mjs'
import { inRounds } from './rounds.mjs'
import { throughput } from './rows.mjs'
import { sameAnswer, signIn, startReference, startSchool } from './servers.mjs'

const BYTES = 200_000
const RANGE = { start: 100_000, end: 149_999 }

/** Measures a 200 kB PDF, whole and by range, against plain `node:http` that streams the same file. */
export async function measure({ rounds, seconds }) {
  const school = await startSchool()
  try {
    const { filePath } = await publishNotice(school, await signIn(school), BYTES)
    const file = path.join(school.dataDir, filePath)
    const { size } = await fs.stat(file)
    const whole = { start: 0, end: size - 1 }
    const range = { range: `bytes=${RANGE.start}-${RANGE.end}` }
    const rows = []
    for (const [name, headers, part] of [
      ['PDF of 200 kB', {}, whole],
      ['range of 50 kB of it', range, RANGE],
    ]) {
      const url = `${school.url}/${filePath}`
      const { body, ...answer } = await sameAnswer(url, headers)
      const reference = await startReference({ ...answer, ...part, kind: 'file', file })
      const take = (pid, address) => () =>
        withCpu(pid, () => load({ url: address, headers, connections: 32, duration: seconds }))
      const { ours, bare } = await inRounds(rounds, {
        bare: take(reference.pid, reference.url),
        ours: take(school.pid, url),
      })
      await reference.stop()
      rows.push({
        what: `${name}, 32 connections`,
        figure: ours.perSecond / bare.perSecond,
        unit: 'of bare streaming',
        aim: { atLeast: 0.5 },
        raw: throughput(ours, bare),
      })
    }
    return rows
  } finally {
    await school.stop()
  }
}
