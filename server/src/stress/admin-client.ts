import { createHash } from 'node:crypto'
import type { Api } from '@bidyaloy/shared/api/api'
import { createHttpApi, fetchSend } from '@bidyaloy/shared/api/http-api'
import { ADMIN } from '../test/test-server.ts'

/** Somebody who works in the office of the school under torture. */
export interface AdminClient {
  url: string
  token: string
  api: Api
}

/** Takes up work with a token that is good already, as after a restart. */
export function adminClient(url: string, token: string): AdminClient {
  const plain = fetchSend(url)
  const authorization = `Bearer ${token}`
  const api = createHttpApi(
    (request) => plain({ ...request, headers: { ...request.headers, authorization } }),
    { language: 'en' },
  )
  return { url, token, api }
}

/** @throws ApiError where the server does not let the admin in */
export async function signIn(url: string): Promise<AdminClient> {
  const { token } = await createHttpApi(fetchSend(url)).login({ body: ADMIN })
  return adminClient(url, token)
}

/** SHA-256 in hexadecimal digits. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The served file's hash and size. @throws where it is not served */
export async function servedFile(
  { url, token }: AdminClient,
  filePath: string,
): Promise<{ hash: string; size: number }> {
  const answer = await fetch(`${url}/${filePath}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (answer.status !== 200) throw new Error(`${filePath} is answered with ${answer.status}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return { hash: hashOf(bytes), size: bytes.length }
}
