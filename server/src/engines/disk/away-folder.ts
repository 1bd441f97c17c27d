import { createReadStream, createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { atomicMove } from '../../lib/atomic-move.ts'
import { isNodeError } from '../../lib/node-error.ts'
import { AwayError, type AwayPlace } from '../../storage/away-place.ts'
import { filesIn } from './folder-store.ts'

/** Written at the first copy: a disk that is not mounted later leaves an empty folder without it. */
const MARKER = 'bidyaloy-backups.txt'
const MARKER_TEXT = `Copies of the backups of Bidyaloy lie in this folder. By this file the server knows that the
disk is here: leave it.
`

interface AwayFolderOptions {
  /** Of BACKUP_URL. It is never created. */
  folder: string
  /** Folder of the school below it, which is; empty for the only school. */
  below: string
  /** File of the data folder that names the folder of the first copy. */
  memory: string
}

/** Keeps copies in a folder of another disk, or of a network share. */
export function createAwayFolder({ folder, below, memory }: AwayFolderOptions): AwayPlace {
  const directory = path.join(folder, below)
  const marker = path.join(folder, MARKER)

  /** @throws AwayError if the folder is missing, or has lost its marker since the first copy */
  const assertHere = async () => {
    const found = await fs.stat(folder).catch(() => null)
    if (!found?.isDirectory()) throw missing(folder, 'there is no such folder')
    const isMarked = (await fs.stat(marker).catch(() => null)) !== null
    if (!isMarked && (await firstFolder(memory)) === folder) {
      throw missing(folder, `${MARKER}, which the first copy wrote, is not in it`)
    }
  }

  return {
    address: directory,
    async list() {
      await assertHere()
      return await filesIn(directory).catch((error: unknown) => {
        if (below !== '' && isNodeError(error, 'ENOENT')) return []
        throw error
      })
    },
    async put(name, { file, encrypt }, signal) {
      await assertHere()
      if (below !== '') await fs.mkdir(directory, { recursive: true, mode: 0o700 })
      await removePartial(directory)
      const partial = path.join(directory, `.${name}.partial`)
      try {
        if (encrypt) await encrypt(partial)
        else {
          const out = createWriteStream(partial, { flags: 'wx', mode: 0o600 })
          await pipeline(createReadStream(file), out, { signal })
        }
        signal.throwIfAborted()
        await atomicMove(directory, [{ from: partial, to: name }])
      } catch (error) {
        await fs.rm(partial, { force: true }).catch(() => undefined)
        throw error
      }
      await writeMarker(marker)
      await fs.writeFile(memory, `${folder}\n`, { mode: 0o600 })
    },
    async use(name, work) {
      await assertHere()
      return work(path.join(directory, name))
    },
    async remove(name) {
      await fs.rm(path.join(directory, name), { force: true })
      return true
    },
  }
}

/** Writes the marker where there is none: on a share, somebody may have put a link to another file there. */
async function writeMarker(marker: string): Promise<void> {
  await fs.writeFile(marker, MARKER_TEXT, { flag: 'wx' }).catch((error: unknown) => {
    if (!isNodeError(error, 'EEXIST')) throw error
  })
}

const missing = (folder: string, why: string) =>
  new AwayError(
    'missing',
    `${folder}: ${why}. Attach or mount the disk; if another one takes its place, put an empty file ${MARKER} into the folder.`,
  )

/** Removes what an interrupted copy has left. */
async function removePartial(directory: string): Promise<void> {
  for (const name of await fs.readdir(directory)) {
    if (/^\.bidyaloy-.*\.partial$/.test(name)) await fs.rm(path.join(directory, name))
  }
}

async function firstFolder(memory: string): Promise<string | undefined> {
  const text = await fs.readFile(memory, 'utf8').catch(() => undefined)
  return text?.trim()
}
