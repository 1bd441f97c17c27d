import { SqlMigration } from './sql-migration.ts'

/*
 * A passkey makes a second factor like a `totp_secret`. The public key is no secret. `counter` is the
 * authenticator's, so that a copy of it is noticed.
 */
const statements = [
  `CREATE TABLE passkey (
    id TEXT PRIMARY KEY,
    admin_id TEXT NOT NULL REFERENCES admin (id) ON DELETE CASCADE,
    credential_id TEXT NOT NULL UNIQUE,
    public_key TEXT NOT NULL,
    counter INTEGER NOT NULL,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    last_used_at TEXT
  ) WITHOUT ROWID`,
  'CREATE INDEX passkey_by_admin ON passkey (admin_id, created_at)',
]

/** Adds passkeys of accounts. */
export class Passkeys1763700000016 extends SqlMigration {
  name = 'Passkeys1763700000016'
  statements = statements
}
