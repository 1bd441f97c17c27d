import fs from 'node:fs/promises'
import path from 'node:path'
import { safeStorage } from 'electron'
import { atomicWrite, removeFiles } from '../atomic-write.ts'
import type { Report } from '../school/school.ts'
import { createMemoryTokenStore, type TokenStore } from '../token-store.ts'

/**
 * Stores tokens on disk, encrypted with the system's key for this user. Without such a key they
 * remain in memory.
 * @param folder one file per profile; created if missing
 */
export async function openSafeTokenStore(folder: string, report: Report): Promise<TokenStore> {
  const memory = createMemoryTokenStore()
  if (!(await hasSystemKey())) return memory
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const nameOf = (profileId: string) => `${path.basename(profileId)}.token`
  const write = async (profileId: string, token: string) => {
    try {
      const locked = await safeStorage.encryptStringAsync(token)
      await atomicWrite(path.join(folder, nameOf(profileId)), locked)
    } catch (error) {
      report('a token could not be stored', error)
    }
  }
  return {
    persists: true,
    async read(profileId) {
      const known = await memory.read(profileId)
      if (known !== null) return known
      const locked = await fs.readFile(path.join(folder, nameOf(profileId))).catch(() => null)
      if (!locked) return null
      try {
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(locked)
        await memory.store(profileId, result)
        if (shouldReEncrypt) await write(profileId, result)
        return result
      } catch (error) {
        // The key is lost; the next sign-in overwrites the file.
        report('a token could not be read', error)
        return null
      }
    },
    async store(profileId, token) {
      await memory.store(profileId, token)
      await write(profileId, token)
    },
    async forget(profileId) {
      await memory.forget(profileId)
      await removeFiles(folder, [nameOf(profileId)])
    },
  }
}

async function hasSystemKey(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable().catch(() => false))) return false
  // Without a keyring, Chromium on Linux encrypts with a hard-coded password.
  return (
    process.platform !== 'linux' ||
    !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
  )
}
