import fs from 'node:fs/promises'

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
