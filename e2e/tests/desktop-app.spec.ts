import { test } from '../support/desktop-fixtures.ts'
import { lookForPower, walkThroughPowerCut } from '../support/desktop-walks.ts'

test('publishes a notice written offline exactly once, despite a power cut', async ({
  desktopApp,
  school,
}) => {
  await walkThroughPowerCut(desktopApp, school)
})

test('gives the page no Node access and no secrets', async ({ desktopApp, school }) => {
  await lookForPower(desktopApp, school)
})
