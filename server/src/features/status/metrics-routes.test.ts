import fs from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { pdfFile } from '../../test/sample-files.ts'
import { IS_POSTGRES, startTestServer, type TestServer } from '../../test/test-server.ts'

const METRICS_TOKEN = 'a token of some length'
let school: TestServer
afterEach(() => school.stop())

const read = (token: string) =>
  school.fetch('/metrics', { headers: { authorization: `Bearer ${token}` } })

test('/metrics is not found unless it is enabled', async () => {
  school = await startTestServer()
  expect((await read('')).status).toBe(404)
  expect((await read(METRICS_TOKEN)).status).toBe(404)
})

test('returns requests by route and gauges with the token', async () => {
  school = await startTestServer({ env: { METRICS_TOKEN } })
  for (const wrong of [
    '',
    'another token of length',
    `${METRICS_TOKEN} `.repeat(2),
    school.token,
  ]) {
    const refused = await read(wrong)
    expect([wrong, refused.status]).toEqual([wrong, 404])
    expect(await refused.text()).not.toContain('bidyaloy_http')
  }
  const params = { collection: 'notices' } as const
  const file = pdfFile()
  const { _id: id } = await school.admin.createEntry({
    params,
    body: { title: 'ক' },
    file,
  })
  for (const entry of [id, 'nothing', 'nowhere'])
    await (await school.fetch(`/api/notices/${entry}`)).text()
  for (let times = 0; times < 3; times += 1) await (await school.fetch('/')).text()
  await (await school.fetch(`/${'x'.repeat(50)}`, { method: 'PATCH' })).text()

  const response = await read(METRICS_TOKEN)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  const lines = (await response.text()).split('\n')
  const requests = 'bidyaloy_http_requests_total'
  for (const line of [
    `${requests}{method="POST",route="/api/notices",status="201"} 1`,
    `${requests}{method="GET",route="/api/notices/:id",status="200"} 1`,
    `${requests}{method="GET",route="/api/notices/:id",status="404"} 2`,
    `${requests}{method="other",route="page",status="405"} 1`,
    'bidyaloy_http_request_duration_seconds_count{route="/api/notices/:id"} 3',
    'bidyaloy_uploads_in_hand 0',
    'bidyaloy_last_backup_age_seconds -1',
    'bidyaloy_backup_failed 0',
    'bidyaloy_files_missing 0',
    'bidyaloy_webhook_pending 0',
    'bidyaloy_push_pending 0',
  ]) {
    expect(lines).toContain(line)
  }
  const readingOf = (name: string) =>
    Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1])
  expect(readingOf('bidyaloy_answers_from_memory_total{kind="page"}')).toBeGreaterThanOrEqual(1)
  expect(readingOf('bidyaloy_database_revision')).toBeGreaterThan(1)
  expect(readingOf('bidyaloy_database_writes_waiting')).toBeGreaterThanOrEqual(0)
  expect(readingOf('bidyaloy_disk_free_bytes')).toBeGreaterThan(0)
  const { version } = await school.visitor.about()
  expect(version).toMatch(/^\d+\.\d+\.\d+/)
  expect(lines.join('\n')).toContain(`bidyaloy_build_info{version="${version}",commit="`)
  expect(readingOf('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
})

// With a bucket the folder has copies only.
test.skipIf(IS_POSTGRES)('counts the missing files of records after the daily check', async () => {
  school = await startTestServer({ env: { METRICS_TOKEN } })
  const { filePath = '' } = await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'ক' },
    file: pdfFile(),
  })
  await fs.rm(path.join(school.dataDir, filePath))
  await school.server.internals.runMaintenance()
  expect(await (await read(METRICS_TOKEN)).text()).toContain('\nbidyaloy_files_missing 1\n')
})

test('a start with a short token fails', async () => {
  school = await startTestServer()
  await expect(startTestServer({ env: { METRICS_TOKEN: 'short' } })).rejects.toThrow(
    /METRICS_TOKEN/,
  )
})
