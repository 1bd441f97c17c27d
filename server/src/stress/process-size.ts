import fs from 'node:fs/promises'

/** Resident memory and open handles of a process. Of Linux alone. */
export async function sizeOf(pid: number): Promise<{ megabytes: number; handles: number }> {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  return {
    megabytes: Math.round(kilobytes / 1024),
    handles: (await fs.readdir(`/proc/${pid}/fd`)).length,
  }
}
