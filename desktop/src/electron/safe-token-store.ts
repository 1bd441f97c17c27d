import fs from 'node:fs/promises'
import path from 'node:path'
import { safeStorage } from 'electron'
import { atomicWrite, removeFiles } from '../atomic-write.ts'
import type { Report } from '../school/school.ts'
import { createMemoryTokenStore, type TokenStore } from '../token-store.ts'

/**
 * Tokens on the disk, locked with the key that the system keeps for this person. Where it keeps none
 * they stay in memory.
 * @param folder holds one file a profile; made if need be
 */
export async function openSafeTokenStore(folder: string, report: Report): Promise<TokenStore> {
  const memory = createMemoryTokenStore()
  if (!(await systemKeepsSecrets())) return memory
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const nameOf = (profileId: string) => `${path.basename(profileId)}.token`
  const write = async (profileId: string, token: string) => {
    try {
      const locked = await safeStorage.encryptStringAsync(token)
      await atomicWrite(path.join(folder, nameOf(profileId)), locked)
    } catch (error) {
      report('a sign-in could not be kept', error)
    }
  }
  return {
    keeps: true,
    async read(profileId) {
      const known = await memory.read(profileId)
      if (known !== null) return known
      const locked = await fs.readFile(path.join(folder, nameOf(profileId))).catch(() => null)
      if (!locked) return null
      try {
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(locked)
        await memory.keep(profileId, result)
        if (shouldReEncrypt) await write(profileId, result)
        return result
      } catch (error) {
        // The key is gone: that costs a new sign-in, which writes the file anew.
        report('a sign-in could not be read', error)
        return null
      }
    },
    async keep(profileId, token) {
      await memory.keep(profileId, token)
      await write(profileId, token)
    },
    async forget(profileId) {
      await memory.forget(profileId)
      await removeFiles(folder, [nameOf(profileId)])
    },
  }
}

async function systemKeepsSecrets(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable().catch(() => false))) return false
  // Without a keyring Linux "locks" with a password that is in everybody's copy of Chromium.
  return (
    process.platform !== 'linux' ||
    !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
  )
}
