import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  fromRandomAccessReaderPromise,
  type Options,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl'

/**
 * Opens a zip of a stranger.
 * @throws Error without a code if it is none; Error of the system
 */
export async function openZipFile(file: string, options: Options): Promise<ZipFile> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    return await fromRandomAccessReaderPromise(new FileReader(handle, size), size, options)
  } catch (error) {
    await handle.close()
    throw error
  }
}

const CHUNK_BYTES = 64 * 1024

/** Unlike that of yauzl, it answers a position that no file has with an error, and does not throw beside its caller. */
class FileReader extends RandomAccessReader {
  constructor(
    private readonly handle: FileHandle,
    private readonly size: number,
  ) {
    super()
  }

  override read(...[buffer, offset, length, position, done]: ReadArguments): void {
    if (!(position >= 0 && position + length <= this.size)) {
      setImmediate(done, new Error('unexpected EOF'))
      return
    }
    this.handle.read(buffer, offset, length, position).then(
      ({ bytesRead }) => done(bytesRead < length ? new Error('unexpected EOF') : null),
      (error: Error) => done(error),
    )
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.chunks(start, end), { objectMode: false })
  }

  private async *chunks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const chunk = Buffer.allocUnsafe(Math.min(end - at, CHUNK_BYTES))
      const { bytesRead } = await this.handle.read(chunk, 0, chunk.length, at)
      if (bytesRead === 0) throw new Error('unexpected EOF')
      at += bytesRead
      yield chunk.subarray(0, bytesRead)
    }
  }

  override close(done: (error: Error | null) => void): void {
    this.handle.close().then(() => done(null), done)
  }
}

type ReadArguments = Parameters<RandomAccessReader['read']>
