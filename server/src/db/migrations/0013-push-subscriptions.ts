import { SqlMigration } from './sql-migration.ts'

/*
 * `seq` orders the subscriptions of a delivery and is never used again, so that a delivery which
 * continues after a restart neither skips nor repeats one.
 */
const statements = [
  `CREATE TABLE push_subscription (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    endpoint TEXT NOT NULL UNIQUE,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    server_key TEXT NOT NULL,
    kinds TEXT,
    classes TEXT,
    created_at TEXT NOT NULL
  )`,
]

/** Adds subscriptions to notices. */
export class PushSubscriptions1763700000013 extends SqlMigration {
  name = 'PushSubscriptions1763700000013'
  statements = statements
}
