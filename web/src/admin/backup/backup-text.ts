import { adminBackupCopy } from '@bidyaloy/shared/copy/account-copy'
import { translator } from '@bidyaloy/shared/copy/translate'

/** The texts of the backup screen, which come with it. */
export const backupText = translator(adminBackupCopy)
