import { SqlMigration } from './sql-migration.ts'

/*
 * A password with `password_expires_at` is a one-time password: until the admin has set an own one,
 * nothing else works. An account has a second factor if it has a `totp_secret`.
 * `totp_step` is the last 30 seconds whose code was used, so that no code is used twice.
 */
const statements = [
  'ALTER TABLE admin ADD COLUMN password_expires_at TEXT',
  'ALTER TABLE admin ADD COLUMN totp_secret TEXT',
  'ALTER TABLE admin ADD COLUMN totp_step INTEGER',
  'ALTER TABLE session ADD COLUMN two_step INTEGER NOT NULL DEFAULT 0',
  `CREATE TABLE recovery_code (
    admin_id TEXT NOT NULL REFERENCES admin (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    used_at TEXT,
    PRIMARY KEY (admin_id, hash)
  ) WITHOUT ROWID`,
]

/** Adds one-time passwords, and second factors of accounts. */
export class OneTimePasswordsAndFactors1763700000012 extends SqlMigration {
  name = 'OneTimePasswordsAndFactors1763700000012'
  statements = statements
}
