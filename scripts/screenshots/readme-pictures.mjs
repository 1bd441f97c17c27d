import { settled, signIn } from './admin-pictures.mjs'

/** Takes the pictures of the README: front page on a computer and a phone, and dashboard. */
export async function takeReadmePictures({ newPage, school, shooter }) {
  const computer = await newPage({ width: 1200, height: 800 })
  await computer.goto(school.url)
  await settled(computer)
  await shooter(computer)('readme/site')
  await computer.goto(`${school.url}/admin/login`)
  await signIn(computer)
  await computer.goto(`${school.url}/admin/dashboard/published`)
  await settled(computer)
  await shooter(computer)('readme/dashboard')
  const phone = await newPage({ width: 360, height: 720 }, true)
  await phone.goto(school.url)
  await settled(phone)
  await shooter(phone)('readme/phone')
}
