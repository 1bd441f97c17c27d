import { once } from 'node:events'
import { createReadStream, type ReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { ParameterizedContext } from 'koa'
import { type ByteRange, byteRange } from './byte-range.ts'
import { isKnown } from './known-to-reader.ts'
import type { RequestState } from './state.ts'

type FileContext = ParameterizedContext<RequestState>

/**
 * Answers with a file, or the part of it that is asked for. Headers, the ETag among them, are set
 * before.
 * @returns its size in bytes; null where nothing of it was sent
 * @throws Problem `not_found` where it is gone
 */
export async function sendFile(ctx: FileContext, file: string): Promise<number | null> {
  ctx.status = 200
  if (isKnown(ctx)) {
    ctx.status = 304
    return null
  }
  const size = await orNotFound(ctx, file, () => sizeOf(file))
  const range = asksForPart(ctx) ? byteRange(ctx.get('Range'), size) : null
  if (range === 'unsatisfiable') return refuseRange(ctx, size)
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const bytes =
    ctx.method === 'GET' && (await orNotFound(ctx, file, () => openStream(file, { start, end })))
  if (range) {
    ctx.status = 206
    ctx.set('Content-Range', `bytes ${start}-${end}/${size}`)
  }
  if (bytes) ctx.body = bytes
  ctx.length = end - start + 1
  return size
}

function refuseRange(ctx: FileContext, size: number): null {
  for (const name of ['Content-Type', 'Content-Disposition', 'ETag']) ctx.remove(name)
  ctx.status = 416
  ctx.set('Content-Range', `bytes */${size}`)
  ctx.set('Cache-Control', 'no-store')
  ctx.body = ''
  return null
}

/** A part of an older content is no good to a reader that asks for one «if unchanged». */
function asksForPart(ctx: FileContext): boolean {
  const condition = ctx.get('If-Range')
  return ctx.method === 'GET' && (condition === '' || condition === ctx.response.get('ETag'))
}

/** Resolves once the file is open: until then the answer may still become a refusal. */
async function openStream(file: string, part: ByteRange): Promise<ReadStream> {
  const stream = createReadStream(file, part)
  await once(stream, 'open')
  return stream
}

const MAX_REMEMBERED = 5000

const sizes = new Map<string, number>()

/** Bytes of a kept file. A name is never given to another content, so it is looked up once. */
async function sizeOf(file: string): Promise<number> {
  const known = sizes.get(file)
  if (known !== undefined) return known
  const { size } = await fs.stat(file)
  if (sizes.size >= MAX_REMEMBERED) sizes.clear()
  sizes.set(file, size)
  return size
}

async function orNotFound<T>(ctx: FileContext, file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    ctx.state.log.error({ file: path.basename(file) }, 'a published file is missing')
    throw new Problem('not_found', { cause: error })
  }
}
