import type { Config } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { endAllSessions } from '../features/auth/sessions.ts'
import { rotateSigningSecret } from '../features/auth/signing-secret.ts'
import { openExistingDatabase } from './existing-database.ts'

/**
 * Replaces the secret that sessions are signed with and ends them all, of a running server too: it
 * looks at its secret and its sessions whenever somebody asks.
 * @throws with one line to read
 */
export async function rotateSecret({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const db = await openExistingDatabase({ dataDir })
  try {
    // First the secret: from then on nothing that was signed before is good, whatever follows.
    await rotateSigningSecret(await openDataFolder(dataDir))
    await db.writeUnseen(endAllSessions)
  } finally {
    await db.close()
  }
}
