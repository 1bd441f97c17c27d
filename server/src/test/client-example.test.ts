import fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { publishNotice } from './client-example.ts'
import { pdfFile } from './sample-files.ts'
import { ADMIN, startTestServer } from './test-server.ts'

test('the client of docs/api.md works as shown', async () => {
  const docs = await fs.readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8')
  const source = await fs.readFile(new URL('client-example.ts', import.meta.url), 'utf8')
  const shown = /```ts\n([\s\S]*?)```/.exec(docs)?.[1] ?? ''
  expect(shown.length).toBeGreaterThan(500)
  expect(source.replace(/\n\/\*\*.*\*\/\n/, '\n')).toBe(shown)

  const school = await startTestServer()
  const title = 'দরপত্র বিজ্ঞপ্তি'
  await publishNotice(school.url, ADMIN.password, title, pdfFile())
  const list = await school.visitor.listEntries({ params: { collection: 'notices' } })
  expect(list.map((entry) => entry.title)).toEqual([title])
  await school.stop()
})
