import fs from 'node:fs/promises'

/** Resident memory of a process in MB, or NaN if unavailable. */
export async function residentMb(pid) {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Ids of a process's children. */
export async function childrenOf(pid) {
  const list = await fs.readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return list.split(' ').filter(Boolean)
}

/** Resident memory in MB of a server alone, and with its child processes. */
export async function residentOfFamilyMb(pid) {
  const server = await residentMb(pid)
  let family = server
  for (const child of await childrenOf(pid)) family += (await residentMb(child)) || 0
  return { server, family }
}
