import { startPostgres } from '../src/test/postgres-server.ts'

/** Vitest's global set-up: every test server gets a school of its own in one database. */
export default async function setUp(): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  process.env.TEST_DATABASE_URL = postgres.url
  return () => postgres.stop()
}
