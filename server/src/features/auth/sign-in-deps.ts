import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { AccountAlerts } from '../push/account-alerts.ts'
import type { LoginLimit } from './login-limit.ts'

/** Dependencies of password checks. */
export interface SignInDeps {
  db: Database
  clock: Clock
  limit: LoginLimit
  /** Encrypts secrets of second factors. */
  factorKey: Buffer
  /** Names the key by which devices are known. */
  deviceKey: string
  alerts: Pick<AccountAlerts, 'tellOfEvent'>
}
