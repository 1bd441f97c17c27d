import type { FileHandle } from 'node:fs/promises'

/**
 * Exactly `length` bytes of a file from `position`.
 * @throws RangeError where the file has fewer
 */
export async function readPart(
  file: FileHandle,
  position: number,
  length: number,
): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  if (bytesRead < length) throw new RangeError('The file ends early')
  return bytes
}
