import fs from 'node:fs/promises'
import net from 'node:net'
import type { Config } from '../../config.ts'
import { type DataFolder, freeBytes, LOW_BYTES } from '../../data-folder.ts'
import { DatabaseError } from '../../db/database-error.ts'
import { lockFolder } from '../../db/folder-lock.ts'
import { nodeFault } from '../../lib/supported-node.mjs'
import { machineMemoryMb, ONE_GB_MB, readsPapers } from '../../machine-memory.ts'
import { createFindings, type Finding, formatBytes } from './finding.ts'

/** Free bytes below which uploads will soon fail. */
const SCARCE_BYTES = 100e6
const TIMEOUT_MS = 5000

/** Checks that the server supports this version of Node. */
export function nodeFinding(version = process.versions.node): Finding {
  const node = createFindings('Node')
  const fault = nodeFault(version)
  return fault ? node.bad(fault) : node.good(`Node ${version} is supported.`)
}

/** Checks the free space of the data folder's disk. @throws if the folder does not exist */
export async function roomFinding({ root }: DataFolder): Promise<Finding> {
  const disk = createFindings('disk')
  const free = await freeBytes(root)
  if (free >= LOW_BYTES) return disk.good(`${formatBytes(free)} are free.`)
  const text = `Only ${formatBytes(free)} are free on the disk of ${root}. Move old backups elsewhere, or use a larger disk.`
  return free < SCARCE_BYTES ? disk.bad(text) : disk.warning(text)
}

/** Says whether papers are read. */
export function papersFinding(
  config: Pick<Config, 'readPapers'>,
  memoryMb = machineMemoryMb(),
): Finding {
  const papers = createFindings('papers')
  if (readsPapers(config, memoryMb)) return papers.good('Papers are read.')
  if (config.readPapers === false) return papers.good('Papers are not read: READ_PAPERS is off.')
  return papers.warning(
    `Papers are not read, so the search does not find what is in them: this takes ${ONE_GB_MB} MB of memory, the machine has ${Math.floor(memoryMb)}. Set READ_PAPERS to on to read them nevertheless, or to off.`,
  )
}

/** Checks that the server runs and responds, or that its port is free. */
export async function serverFinding(
  { host, port }: Pick<Config, 'host' | 'port'>,
  folder: DataFolder,
): Promise<Finding> {
  const server = createFindings('server')
  if (!(await isServed(folder))) {
    const fault = await portFault(host, port)
    if (!fault) return server.good(`It is not running; port ${port} is free.`)
    return server.bad(
      fault === 'EADDRINUSE'
        ? `It is not running, and another program uses port ${port} of ${host}. Stop that program or set PORT to another number.`
        : `It is not running and cannot listen on port ${port} of ${host} (${fault}). Change PORT or HOST.`,
    )
  }
  const url = `${localUrl({ host, port })}/readyz`
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null)
  if (!response) {
    return server.warning(
      `It is running but does not respond at ${url}. If it was started with another PORT or HOST, use the same here; otherwise restart it.`,
    )
  }
  if (response.ok) return server.good(`It is running and responds at ${url}.`)
  return server.bad(
    `It is running but not ready (${response.status} at ${url}). See its log and the other findings.`,
  )
}

/** Returns the address of the server on this machine. */
export function localUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return `http://${net.isIPv6(host) ? `[${host}]` : host}:${port}`
}

async function isServed({ lockFile }: DataFolder): Promise<boolean> {
  if (!(await fs.stat(lockFile).catch(() => null))) return false
  try {
    lockFolder(lockFile)()
    return false
  } catch (error) {
    // Other errors do not mean that the lock is held.
    return error instanceof DatabaseError && error.message.includes('another server')
  }
}

/** Returns the error code with which listening fails; null if it succeeds. */
function portFault(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen(port, host, () => probe.close(() => resolve(null)))
  })
}
