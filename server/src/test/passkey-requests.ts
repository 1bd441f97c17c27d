import { PasskeyCreation, PasskeyRequest } from '@bidyaloy/shared/school/passkeys'
import { createAuthenticator } from './authenticator.ts'
import { ADMIN, type TestClient } from './test-server.ts'

/** What a browser sends with a request. */
export interface Browser {
  token?: string
  cookie?: string
  headers?: Record<string, string>
}

/** Sends a POST below `/api/admin`. */
export function postAsBrowser(
  school: TestClient,
  path: string,
  body: unknown,
  { token, cookie, headers }: Browser = {},
): Promise<Response> {
  return school.fetch(`/api/admin${path}`, {
    method: 'POST',
    headers: {
      'accept-language': 'en',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** The challenge's cookie, which a browser sends back. */
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''

/** Gets the challenge of a new passkey. */
export async function beginPasskey(
  school: TestClient,
  { token = school.token, password = ADMIN.password } = {},
) {
  const body = { currentPassword: password }
  const response = await postAsBrowser(school, '/factors/passkeys/options', body, { token })
  const options = PasskeyCreation.parse(await response.clone().json())
  return { options, browser: { token, cookie: cookieOf(response) }, response }
}

/** Gets the challenge of a sign-in. */
export async function beginPasskeySignIn(school: TestClient) {
  const response = await postAsBrowser(school, '/login/passkey/options', undefined)
  const options = PasskeyRequest.parse(await response.clone().json())
  return { options, cookie: cookieOf(response), response }
}

/** Sends a successful request of an endpoint of passkeys, after those that it needs. */
export async function sendPasskeyExample(school: TestClient, id: string): Promise<Response> {
  if (id === 'startPasskeySignIn') return (await beginPasskeySignIn(school)).response
  const account = { username: `of-${id}`, password: ADMIN.password }
  await school.admin.createAdmin({ body: { ...account, currentPassword: ADMIN.password } })
  const { api, token } = await school.signIn(account)
  const { options, browser, response } = await beginPasskey(school, { token })
  if (id === 'startPasskey') return response
  const { origin } = new URL((await api.getFactors()).passkeyOrigin ?? '')
  const phone = createAuthenticator(origin)
  const body = { name: 'অফিসের ফোন', credential: phone.create(options) }
  const added = await postAsBrowser(school, '/factors/passkeys', body, browser)
  if (id === 'addPasskey') return added
  if (id === 'signInWithPasskey') {
    const started = await beginPasskeySignIn(school)
    const credential = phone.get(started.options)
    return postAsBrowser(school, '/login/passkey', { credential }, started)
  }
  const [passkey] = (await api.getFactors()).passkeys ?? []
  const confirmation = { currentPassword: ADMIN.password }
  return postAsBrowser(school, `/factors/passkeys/${passkey?._id}/remove`, confirmation, browser)
}
