import { test } from '../support/desktop-fixtures.ts'
import { lookForPower, walkThroughPowerCut } from '../support/desktop-walks.ts'

test('a notice written without a line survives a power cut and is published once', async ({
  program,
  school,
}) => {
  await walkThroughPowerCut(program, school)
})

test('the page has no power and knows no secret', async ({ program, school }) => {
  await lookForPower(program, school)
})
