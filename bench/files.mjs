import fs from 'node:fs/promises'
import path from 'node:path'
import { againstReference } from './against-reference.mjs'
import { publishNotice } from './publish.mjs'
import { throughput } from './rows.mjs'
import { sameAnswer, signIn } from './servers.mjs'

const BYTES = 200_000
const RANGE = { start: 100_000, end: 149_999 }

/** The server that is measured. */
export const server = {}

/** Measures a 200 kB PDF, whole and by range, against plain `node:http` that streams the same file. */
export async function measure({ rounds, seconds }, school) {
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
    const { body, ...answer } = await sameAnswer(`${school.url}/${filePath}`, headers)
    const order = { ...answer, ...part, kind: 'file', file }
    const effort = { rounds, seconds, connections: 32 }
    const asked = { path: `/${filePath}`, headers, order }
    const { ours, bare } = await againstReference(school, asked, effort)
    rows.push({
      what: `${name}, 32 connections`,
      figure: ours.perSecond / bare.perSecond,
      unit: 'of bare streaming',
      aim: { atLeast: 0.5 },
      raw: throughput(ours, bare),
    })
  }
  return rows
}
