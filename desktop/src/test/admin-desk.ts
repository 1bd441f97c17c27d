import { ADMIN } from '../../../e2e/support/school-server.ts'
import { createMemoryTokenStore } from '../token-store.ts'
import { openTestDesktopApp, type TestDesktopApp } from './desktop-app.ts'

/** The collection that these tests write into. */
export const notices = { collection: 'notices' } as const

/** A file for a notice. */
export const paper = (text = 'নোটিশ') =>
  new File([`${text}\n`], 'notice.txt', { type: 'text/plain' })

/** Makes the site at `address` the one in use. @returns what the program says to it */
export async function connect(desk: TestDesktopApp, address: string): Promise<unknown> {
  const answer = await desk.page('/desktop/profiles', {
    method: 'POST',
    body: JSON.stringify({ address }),
  })
  return answer.json()
}

/** The program on `folder`, with somebody signed in at the site at `address`. */
export async function signedIn(
  address: string,
  folder: string,
  tokens = createMemoryTokenStore(),
): Promise<TestDesktopApp> {
  const desk = await openTestDesktopApp(folder, tokens)
  if (!desk.app.school()) await connect(desk, address)
  await desk.api.login({ body: ADMIN })
  return desk
}

/** The titles that the list of notices shows, with a word behind those that wait. */
export async function titles(desk: TestDesktopApp): Promise<string[]> {
  const shown = await desk.api.listEntries({ params: notices })
  return shown.map(({ title, queued }) => (queued ? `${title} (অপেক্ষায়)` : title))
}
