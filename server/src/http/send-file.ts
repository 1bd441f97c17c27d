import type { ReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { ParameterizedContext } from 'koa'
import { isNodeError } from '../node-error.ts'
import { isNotModified } from './request.ts'
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
  if (isNotModified(ctx)) {
    ctx.status = 304
    return null
  }
  const handle = await orNotFound(ctx, file, () => fs.open(file))
  let bytes: ReadStream | undefined
  try {
    const { size } = await handle.stat()
    const range = asksForPart(ctx) ? byteRange(ctx.get('Range'), size) : null
    if (range === 'unsatisfiable') return refuseRange(ctx, size)
    const { start, end } = range ?? { start: 0, end: size - 1 }
    if (range) {
      ctx.status = 206
      ctx.set('Content-Range', `bytes ${start}-${end}/${size}`)
    }
    if (ctx.method === 'GET') {
      bytes = handle.createReadStream({ start, end })
      ctx.body = bytes
    }
    ctx.length = end - start + 1
    return size
  } finally {
    // The stream closes it at its end.
    if (!bytes) await handle.close()
  }
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

async function orNotFound<T>(ctx: FileContext, file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isNodeError(error, 'ENOENT')) throw error
    ctx.state.log.error({ file: path.basename(file) }, 'a published file is missing')
    throw new Problem('not_found', { cause: error })
  }
}

/** First and last byte of a part, both included. */
interface ByteRange {
  start: number
  end: number
}

/**
 * What a `Range` header asks of a body of `size` bytes. Null where the whole body is to be sent:
 * no header, one that is not understood, or several parts at once.
 */
export function byteRange(header: string, size: number): ByteRange | 'unsatisfiable' | null {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header.replace(/\s/g, ''))
  if (!asked) return null
  const [, first = '', last = ''] = asked
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size - 1 } : 'unsatisfiable'
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}
