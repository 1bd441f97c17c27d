import { startBucket } from '../src/test/bucket.ts'
import { settingsFor, startPostgres } from '../src/test/postgres-server.ts'

/**
 * Vitest's global set-up: every test server gets a school of its own in one database and one
 * bucket; the database is that of `TEST_DATABASE_URL` if there is one, such as an older PostgreSQL.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined
  const postgres = await startPostgres()
  const bucket = await startBucket()
  const { DATABASE_URL, DATABASE_OWNER_URL } = settingsFor(postgres.url)
  Object.assign(process.env, {
    TEST_DATABASE_URL: DATABASE_URL,
    TEST_DATABASE_OWNER_URL: DATABASE_OWNER_URL,
  })
  process.env.TEST_STORAGE_URL = bucket.url
  return async () => {
    await bucket.stop()
    await postgres.stop()
  }
}
