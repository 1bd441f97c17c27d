import { test as base } from '@playwright/test'
import { type DesktopProgram, startInBrowser } from '../support/desktop-program.ts'
import { lookForPower, walkThroughPowerCut } from '../support/desktop-walks.ts'
import { type SchoolServer, startSchoolServer } from '../support/school-server.ts'

const test = base.extend<{ school: SchoolServer; program: DesktopProgram }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from it
  school: async ({}, use) => {
    const school = await startSchoolServer()
    await use(school)
    await school.remove()
  },
  program: async ({ browser }, use) => {
    const program = await startInBrowser(browser)
    await use(program)
    await program.remove()
  },
})

test('a notice written without a line survives a power cut and is published once', async ({
  program,
  school,
}) => {
  await walkThroughPowerCut(program, school)
})

test('the page has no power and knows no secret', async ({ program, school }) => {
  await lookForPower(program, school)
})
