import { SqlMigration } from './sql-migration.ts'

/*
 * `last_ok_at` is null until a push service has accepted a message; those of before count as accepted.
 * `confirm_at` is the time of the next first message, `failing_since` that of the first message after
 * `last_ok_at` that was not accepted.
 */
const statements = [
  "ALTER TABLE push_subscription ADD COLUMN origin TEXT NOT NULL DEFAULT ''",
  'ALTER TABLE push_subscription ADD COLUMN last_ok_at TEXT',
  'ALTER TABLE push_subscription ADD COLUMN failing_since TEXT',
  'ALTER TABLE push_subscription ADD COLUMN confirm_at TEXT',
  `UPDATE push_subscription SET last_ok_at = created_at,
    origin = substr(endpoint, 1, instr(substr(endpoint, 9), '/') + 7)`,
  'CREATE INDEX push_subscription_by_origin ON push_subscription (origin, seq)',
  `CREATE INDEX push_subscription_pending ON push_subscription (confirm_at)
    WHERE last_ok_at IS NULL`,
]

/** Adds what push services have accepted. */
export class ConfirmedSubscriptions1763700000017 extends SqlMigration {
  name = 'ConfirmedSubscriptions1763700000017'
  statements = statements
}
