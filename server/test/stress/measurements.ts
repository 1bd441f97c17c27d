import fs from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const SAMPLE_MS = 200
const BETWEEN_READS_MS = 20

/** Resident memory and open handles of a process. Linux only. */
export async function sizeOf(pid: number): Promise<{ megabytes: number; handles: number }> {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  return {
    megabytes: Math.round(kilobytes / 1024),
    handles: (await fs.readdir(`/proc/${pid}/fd`)).length,
  }
}

/** Percentile of the values. @param part 0.99 for the 99th */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** Peak memory of a process, and of the largest of its children, while something happens. Linux only. */
export interface Peak {
  server: number
  child: number
}

/** Watches memory in MB. @returns the peak once `isOver` */
export async function peakOf(pid: number, isOver: () => boolean): Promise<Peak> {
  const peak: Peak = { server: 0, child: 0 }
  while (!isOver()) {
    peak.server = Math.max(peak.server, (await sizeOf(pid)).megabytes)
    for (const child of await childrenOf(pid)) {
      // It may have ended since it was listed.
      const size = await sizeOf(child).catch(() => null)
      peak.child = Math.max(peak.child, size?.megabytes || 0)
    }
    await wait(SAMPLE_MS)
  }
  return peak
}

async function childrenOf(pid: number): Promise<number[]> {
  const listed = await fs.readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return listed.split(' ').filter(Boolean).map(Number)
}

/** Requests a page again and again. @returns milliseconds of each response @throws unless all are 200 */
export async function readUntil(url: string, isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isOver()) {
    const began = performance.now()
    const response = await fetch(url)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${url} is answered with ${response.status}`)
    times.push(performance.now() - began)
    await wait(BETWEEN_READS_MS)
  }
  return times
}
