/** A body of which nothing more comes for so long has ended, in milliseconds. */
const TIMEOUT_MS = 20_000

/**
 * All of an answer's body. Null where it has more than `max` bytes, breaks off or stops coming: no
 * server can fill the memory or keep the program waiting.
 */
export async function readBody(
  answer: Response,
  max: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = answer.body?.getReader()
  if (!reader) return new Uint8Array()
  const parts: Uint8Array[] = []
  let size = 0
  let timer: NodeJS.Timeout | undefined
  try {
    for (;;) {
      const stalled = new Promise<null>((resolve) => {
        timer = setTimeout(resolve, TIMEOUT_MS, null)
      })
      const part = await Promise.race([reader.read(), stalled])
      clearTimeout(timer)
      if (part?.done) return new Uint8Array(Buffer.concat(parts))
      size += part?.value.byteLength ?? 0
      if (!part || size > max) {
        await reader.cancel().catch(() => undefined)
        return null
      }
      parts.push(part.value)
    }
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
