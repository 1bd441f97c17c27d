import { paths } from '@bidyaloy/shared/api/paths'
import { test as base, expect, type Page } from '@playwright/test'
import { ADMIN, type SchoolServer, startSchoolServer } from './school-server.ts'
import { findSharedSchool, type SharedSchool } from './shared-schools.ts'

interface WorkerFixtures {
  /** A server with the sample school, shared by all tests that only read. */
  demoSchool: SharedSchool
  /** A server with the entries of `known-school.ts`, for tests that only read. */
  knownSchool: SharedSchool
}
interface TestFixtures {
  /** Whether `school` reads the text of files. */
  readsPapers: boolean
  /** A server for this test only, empty at first. */
  school: SchoolServer
  /** Console errors and uncaught exceptions of the page. Must be empty at the end. */
  complaints: string[]
  /** Signs the page's browser context in through the API and opens `url`. */
  signIn: (page: Page, url: string) => Promise<void>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  demoSchool: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from it
    async ({}, use) => use(await findSharedSchool('demo')),
    { scope: 'worker' },
  ],
  knownSchool: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from it
    async ({}, use) => use(await findSharedSchool('known')),
    { scope: 'worker' },
  ],
  readsPapers: [false, { option: true }],
  school: async ({ readsPapers }, use) => {
    const server = await startSchoolServer({ readsPapers })
    await use(server)
    await server.remove()
  },
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' && !isExpectedRefusal(message.text())) {
          complaints.push(`${message.text()} (${message.location().url})`)
        }
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from it
  signIn: async ({}, use) => {
    await use(async (page, url) => {
      const signedIn = await page.request.post(new URL(paths.login.path, url).href, { data: ADMIN })
      expect(signedIn.status()).toBe(200)
      await page.goto(url)
    })
  },
})

/** Chromium logs every refused or failed request; tests check the pages' own handling. */
function isExpectedRefusal(text: string): boolean {
  return /Failed to load resource: (the server responded with a status of (4\d\d|50\d)|net::ERR_)/.test(
    text,
  )
}

export { expect }
