import fs from 'node:fs/promises'
import net from 'node:net'
import type { Config } from '../../config.ts'
import type { DataFolder } from '../../data-folder.ts'
import { DatabaseError } from '../../db/database-error.ts'
import { lockFolder } from '../../db/folder-lock.ts'
import { type Finding, findingsAbout, inWords } from './finding.ts'

const NODE = { major: 20, minor: 19 }
/** Below this the server refuses uploads soon; below that a backup may not fit. */
const ROOM = { least: 100e6, good: 1e9 }
const ANSWER_MS = 5000

/** Whether this version of Node is one that the server runs on. */
export function nodeFinding(version = process.versions.node): Finding {
  const node = findingsAbout('Node')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isNew = major > NODE.major || (major === NODE.major && minor >= NODE.minor)
  if (isNew) return node.good(`Node ${version} is new enough.`)
  return node.bad(`Node ${version} is too old. Install ${NODE.major}.${NODE.minor} or newer.`)
}

/** Whether the disk of the data folder has room. @throws where the folder is not there */
export async function roomFinding({ root }: DataFolder): Promise<Finding> {
  const disk = findingsAbout('disk')
  const { bavail, bsize } = await fs.statfs(root)
  const free = bavail * bsize
  if (free >= ROOM.good) return disk.good(`${inWords(free)} are free.`)
  const text = `Only ${inWords(free)} are free on the disk of ${root}. Make room: move old backups elsewhere, or take a larger disk.`
  return free < ROOM.least ? disk.bad(text) : disk.warning(text)
}

/** Whether the server runs and answers, or could take its port. */
export async function serverFinding(
  { host, port }: Pick<Config, 'host' | 'port'>,
  folder: DataFolder,
): Promise<Finding> {
  const server = findingsAbout('server')
  if (!(await isServed(folder))) {
    const taken = await portFault(host, port)
    if (!taken) return server.good(`It is not running; port ${port} is free for it.`)
    return server.bad(
      taken === 'EADDRINUSE'
        ? `It is not running, and another program uses port ${port} of ${host}. Stop that one or set PORT to another number.`
        : `It is not running and could not take port ${port} of ${host} (${taken}). Change PORT or HOST.`,
    )
  }
  const shown = net.isIPv6(host) ? `[${host}]` : host
  const url = `http://${shown}:${port}/readyz`
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null)
  if (!answer) {
    return server.warning(
      `It is running but does not answer at ${url}. If it was started with another PORT or HOST, run this with the same; else restart it.`,
    )
  }
  if (answer.ok) return server.good(`It is running and answers at ${url}.`)
  return server.bad(
    `It is running but calls itself unfit (${answer.status} at ${url}). See its log, and what else stands here.`,
  )
}

async function isServed({ lockFile }: DataFolder): Promise<boolean> {
  if (!(await fs.stat(lockFile).catch(() => null))) return false
  try {
    lockFolder(lockFile)()
    return false
  } catch (error) {
    // Only a lock that is held says that somebody holds it.
    return error instanceof DatabaseError && error.message.includes('another server')
  }
}

/** The error code with which listening fails; null where it does not. */
function portFault(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen(port, host, () => probe.close(() => resolve(null)))
  })
}
