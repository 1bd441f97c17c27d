import { Transform, type TransformCallback } from 'node:stream'

/** More bytes came than are taken. */
export class TooLarge extends Error {}

/** Lets no more than `maxBytes` through, and counts them. Fails with `TooLarge`. */
export class LimitedStream extends Transform {
  size = 0

  constructor(readonly maxBytes: number) {
    super()
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length
    if (this.size > this.maxBytes) done(new TooLarge())
    else done(null, chunk)
  }
}
