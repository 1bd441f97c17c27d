import fs from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Tests of what only SQLite has, its files, values and the plans of its queries, or of nginx. */
const OF_SQLITE: readonly string[] = [
  'bad-values.test.ts',
  'behind-nginx.test.ts',
  'sqlite-database.test.ts',
  'doctor.test.ts',
  'integrity-check.test.ts',
  'migrate.test.ts',
  'find-files.test.ts',
  'query-plans.test.ts',
  'read-backup.test.ts',
  'referenced-files.test.ts',
]

/** Tests of what a request meets before the database: connections, headers, bodies and file types. */
const BEFORE_DATABASE: readonly string[] = [
  'detect-file-type.test.ts',
  'discard-body.test.ts',
  'fair-queue.test.ts',
  'file-caching.test.ts',
  'http-server.test.ts',
  'huge-bodies.test.ts',
  'same-origin.test.ts',
  'security-headers.test.ts',
  'web-files.test.ts',
]

/**
 * Tests of what is made of files and records, and of requests that are refused. Each statement that
 * they send to the database is one of another test: `school-isolation.test.ts` calls every documented
 * endpoint on PostgreSQL, `school-credentials.test.ts` signs in there with passkeys.
 */
const AROUND_DATABASE: readonly string[] = [
  'access-control.test.ts',
  'admin-routes.test.ts',
  'away.test.ts',
  'blur.test.ts',
  'bucket-store.test.ts',
  'calendar-file.test.ts',
  'client-example.test.ts',
  'concealed-text.test.ts',
  'documented-responses.test.ts',
  'entry-content.test.ts',
  'entry-files.test.ts',
  'error-table.test.ts',
  'export-command.test.ts',
  'full-album.test.ts',
  'invalid-sessions.test.ts',
  'malformed-requests.test.ts',
  'metrics-routes.test.ts',
  'multipart-upload.test.ts',
  'no-secrets-in-logs.test.ts',
  'odd-addresses.test.ts',
  'office-reading.test.ts',
  'openapi.test.ts',
  'page-previews.test.ts',
  'passkeys.test.ts',
  'pictures.test.ts',
  'preview-page.test.ts',
  'privacy.test.ts',
  'push-routes.test.ts',
  'rate-limit.test.ts',
  'share-routes.test.ts',
  'site-address.test.ts',
  'site-documents.test.ts',
  'site-pictures.test.ts',
  'teacher-page.test.ts',
  'upload-endpoints.test.ts',
  'uploads.test.ts',
  'verify-form.test.ts',
  'video-pictures.test.ts',
]

const leftOut = [...OF_SQLITE, ...BEFORE_DATABASE, ...AROUND_DATABASE]

const SOURCE = 'server/src'
const throughHttp = fs
  .readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !leftOut.includes(path.basename(file)))
  .map((file) => path.posix.join(SOURCE, file.replaceAll(path.sep, '/')))
  .filter((file) => {
    const text = fs.readFileSync(file, 'utf8')
    // Tests of both engines start their own PostgreSQL, and run with the others.
    return text.includes('startTestServer') && !text.includes('startPostgres')
  })

/** The tests through HTTP once more, with the records in PostgreSQL. */
export default defineConfig({
  test: {
    ...base.test,
    include: throughHttp,
    // They run beside the others, which have a worker for each core.
    maxWorkers: '50%',
    globalSetup: ['./scripts/build-for-tests.mjs', './server/test/start-postgres.ts'],
  },
})
