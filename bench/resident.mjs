import fs from 'node:fs/promises'

/** Resident memory of a process in MB, or NaN where the system does not tell. */
export async function residentMb(pid) {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Ids of the processes that a process has started. */
export async function childrenOf(pid) {
  const list = await fs.readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return list.split(' ').filter(Boolean)
}

/** Resident memory of a server, and together with the processes that it started, in MB. */
export async function residentOfFamilyMb(pid) {
  const server = await residentMb(pid)
  let family = server
  for (const child of await childrenOf(pid)) family += (await residentMb(child)) || 0
  return { server, family }
}
