import fs from 'node:fs/promises'
import path from 'node:path'
import type { DataFolder } from '../data-folder.ts'
import type { Database } from '../db/database.ts'
import { engineOf, query } from '../db/engine.ts'
import { atomicMove } from '../lib/atomic-move.ts'
import { nullIfMissing } from '../lib/node-error.ts'

/** Name of a secret: of its file in the data folder, or of its row in a shared database. */
export type SecretName = 'signing-secret' | 'server-key' | 'push-key'

/** The secrets of a school. They are not part of a backup. */
export interface Secrets {
  /** Reads a secret; makes it at the first start. @param make returns the text of a new secret */
  readOrMake(name: SecretName, make: () => string): Promise<string>
  /** Replaces a secret, for all processes that use it. */
  replace(name: SecretName, text: string): Promise<void>
  /** Returns what changes whenever a secret is replaced; null if it is missing. */
  version(name: SecretName): Promise<string | number | null>
  /** Says where a secret is, for messages to the operator. */
  place(name: SecretName): string
}

/** Returns the secrets where the records are: in the data folder, or in a shared database. */
export function secretsOf(db: Database, folder: Pick<DataFolder, 'root'>): Secrets {
  return db.isShared ? databaseSecrets(db, folder) : folderSecrets(folder)
}

/** Secrets in files of the data folder, readable only by the owner. */
export function folderSecrets({ root }: Pick<DataFolder, 'root'>): Secrets {
  const fileOf = (name: SecretName) => path.join(root, name)
  return {
    readOrMake: async (name, make) =>
      (await readSecretFile(fileOf(name))) ?? writeSecretFile(root, name, make()),
    async replace(name, text) {
      await writeSecretFile(root, name, text)
    },
    async version(name) {
      const found = await fs.stat(fileOf(name)).catch(nullIfMissing)
      return found && `${found.ino} ${found.mtimeMs} ${found.size}`
    },
    place: fileOf,
  }
}

/**
 * Secrets in the table `secret`, the same for all processes. Those of a data folder that was used
 * with SQLite are taken over.
 */
function databaseSecrets(db: Database, folder: Pick<DataFolder, 'root'>): Secrets {
  const read = async (name: SecretName): Promise<string | undefined> => {
    const statement = 'SELECT value FROM secret WHERE name = ?'
    const [found] = await query<{ value: string }>(db.read, statement, [name])
    return found?.value
  }
  return {
    async readOrMake(name, make) {
      const present = await read(name)
      if (present !== undefined) return present
      const text = (await readSecretFile(path.join(folder.root, name))) ?? make()
      await db.writePrivate((tx) =>
        query(tx, 'INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING', [
          name,
          text,
        ]),
      )
      // Another process may have been first.
      return (await read(name)) ?? text
    },
    async replace(name, text) {
      // Not private, although no visitor sees it: every process asks for the revision before it
      // responds, and reads the secret again when that has changed.
      await db.write((tx) =>
        query(
          tx,
          `INSERT INTO secret (name, value) VALUES (?, ?)
            ON CONFLICT (${engineOf(tx).key('name')}) DO UPDATE SET value = excluded.value`,
          [name, text],
        ),
      )
    },
    version: async () => db.revision,
    place: (name) => `The secret ${name} in the database`,
  }
}

/** Reads the text in a file of the data folder, or writes it first, readable only by the owner. */
export async function readOrMakeFile(
  root: string,
  file: string,
  make: () => string,
): Promise<string> {
  return (await readSecretFile(file)) ?? writeSecretFile(root, path.basename(file), make())
}

async function readSecretFile(file: string): Promise<string | null> {
  return fs.readFile(file, 'utf8').catch(nullIfMissing)
}

async function writeSecretFile(root: string, name: string, text: string): Promise<string> {
  const fresh = path.join(root, `${name}.new`)
  await fs.rm(fresh, { force: true })
  await fs.writeFile(fresh, text, { mode: 0o600, flag: 'wx' })
  // Moved atomically, so that no reader sees half of it, and an interrupted start leaves none.
  await atomicMove(root, [{ from: fresh, to: name }])
  return text
}
