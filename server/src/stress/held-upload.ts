import http from 'node:http'
import { pdfBytes } from '../test/sample-files.ts'
import type { AdminClient } from './admin-client.ts'

/** An upload whose sender decides how much of it arrives. */
export interface HeldUpload {
  /** Bytes of the whole body. */
  size: number
  /** Sends up to this byte of the body; resolves when it has left. */
  sendUntil(byte: number): Promise<void>
  /** Sends the rest. */
  finish(): void
  /** Hangs up. */
  leave(): void
  /** Status of the answer; rejects where none came. */
  answer: Promise<number>
}

const BOUNDARY = 'held'

/** Begins to publish a notice in PDF, sending nothing of it yet. */
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
  const answer = new Promise<number>((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })
  answer.catch(() => undefined)
  let sent = 0
  return {
    size: body.length,
    answer,
    sendUntil: (byte) =>
      new Promise((resolve) => {
        request.write(body.subarray(sent, byte), () => resolve())
        sent = byte
      }),
    finish: () => request.end(body.subarray(sent)),
    leave: () => request.destroy(),
  }
}
