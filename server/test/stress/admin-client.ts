import { createHash } from 'node:crypto'
import http from 'node:http'
import type { Api } from '@bidyaloy/shared/api/api'
import { createHttpApi, fetchSend } from '@bidyaloy/shared/api/http-api'
import { pdfBytes } from '../../src/test/sample-files.ts'
import { ADMIN } from '../../src/test/test-server.ts'

/** A signed-in admin of the server under test. */
export interface AdminClient {
  url: string
  token: string
  api: Api
}

/** Client with an existing token, as after a restart. */
export function adminClient(url: string, token: string): AdminClient {
  const plain = fetchSend(url)
  const authorization = `Bearer ${token}`
  const api = createHttpApi(
    (request) => plain({ ...request, headers: { ...request.headers, authorization } }),
    { language: 'en' },
  )
  return { url, token, api }
}

/** @throws ApiError if the sign-in is refused */
export async function signIn(url: string): Promise<AdminClient> {
  const { token } = await createHttpApi(fetchSend(url)).login({ body: ADMIN })
  return adminClient(url, token)
}

/** SHA-256 in hexadecimal digits. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Hash and size of a served file. @throws unless it is answered with 200 */
export async function servedFile(
  { url, token }: AdminClient,
  filePath: string,
): Promise<{ hash: string; size: number }> {
  const response = await fetch(`${url}/${filePath}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (response.status !== 200) throw new Error(`${filePath} is answered with ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { hash: hashOf(bytes), size: bytes.length }
}

/** An upload that the test sends in steps. */
export interface HeldUpload {
  /** Bytes of the whole body. */
  size: number
  /** Sends the body up to this byte; resolves when it is written. */
  sendUntil(byte: number): Promise<void>
  /** Sends the rest. */
  finish(): void
  /** Destroys the connection. */
  leave(): void
  /** Status of the response; rejects if the connection ends without one. */
  status: Promise<number>
}

const BOUNDARY = 'held'

/** Opens the request that publishes a PDF notice; sends nothing of its body. */
export function holdUpload({ url, token }: AdminClient, title: string, text = title): HeldUpload {
  const body = Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="title"\r\n\r\n${title}\r\n` +
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="n.pdf"\r\n` +
        'Content-Type: application/pdf\r\n\r\n',
    ),
    pdfBytes(text),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])
  const request = http.request(`${url}/api/notices`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': body.length,
    },
  })
  const status = new Promise<number>((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })
  status.catch(() => undefined)
  let sent = 0
  return {
    size: body.length,
    status,
    sendUntil: (byte) =>
      new Promise((resolve) => {
        request.write(body.subarray(sent, byte), () => resolve())
        sent = byte
      }),
    finish: () => request.end(body.subarray(sent)),
    leave: () => request.destroy(),
  }
}
