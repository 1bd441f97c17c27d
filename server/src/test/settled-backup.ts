import type { Api } from '@bidyaloy/shared/api/api'
import type { BackupState } from '@bidyaloy/shared/school/backup'
import { expect } from 'vitest'

/** How things stand with the backups once nothing is being done any more. */
export async function settled(admin: Api): Promise<BackupState> {
  let state = await admin.listBackups()
  await expect
    .poll(
      async () => {
        state = await admin.listBackups()
        return state.task
      },
      { timeout: 50_000 },
    )
    .toBeNull()
  return state
}
