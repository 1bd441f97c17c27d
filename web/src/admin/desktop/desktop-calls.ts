import {
  DesktopState,
  desktopPaths,
  type NewProfile,
  TriedAddress,
} from '@bidyaloy/shared/desktop/desktop-api'

/*
 * What the page asks of the program itself. Each rejects where the program does not do it.
 */

async function ask(path: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(path, init)
  if (!answer.ok) throw new Error(`${init?.method ?? 'GET'} ${path}: ${answer.status}`)
  return answer
}

/** @throws also ZodError, where program and page are of different versions */
export async function readState(signal?: AbortSignal): Promise<DesktopState> {
  const answer = await ask(desktopPaths.state, signal && { signal })
  return DesktopState.parse(await answer.json())
}

/** Where a school answers at the address, its site is the one in use afterwards. */
export async function tryAddress(typed: NewProfile): Promise<TriedAddress> {
  const answer = await ask(desktopPaths.profiles, { method: 'POST', body: JSON.stringify(typed) })
  return TriedAddress.parse(await answer.json())
}

/** Resolves once the site is the one in use. */
export async function openSite(profileId: string): Promise<void> {
  await ask(`${desktopPaths.profiles}/${profileId}`, { method: 'PUT' })
}

/** Rejects while changes for the site wait. */
export async function forgetSite(profileId: string): Promise<void> {
  await ask(`${desktopPaths.profiles}/${profileId}`, { method: 'DELETE' })
}

/** Asks the server again and sends what waits; resolves when it is known whether it answers. */
export async function tryConnectionNow(): Promise<void> {
  await ask(desktopPaths.sendNow, { method: 'POST' })
}
