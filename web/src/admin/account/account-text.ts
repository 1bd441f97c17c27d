import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import { translator } from '@bidyaloy/shared/copy/translate'

/** The texts of devices and further admins, which come with the account's screen. */
export const accountText = translator(accountCopy)
