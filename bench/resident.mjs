import fs from 'node:fs/promises'

/** Resident memory of a process in MB, or NaN where the system does not tell. */
export async function residentMb(pid) {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** The same of a server, and together with the processes that it started, in MB. */
export async function residentOfFamilyMb(pid) {
  const server = await residentMb(pid)
  const list = await fs.readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  let family = server
  for (const child of list.split(' ').filter(Boolean)) family += (await residentMb(child)) || 0
  return { server, family }
}
