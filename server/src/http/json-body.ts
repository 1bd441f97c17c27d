import { Problem } from '@bidyaloy/shared/api/problem'
import type { Context } from 'koa'
import getRawBody from 'raw-body'

const MAX_JSON_BYTES = 100 * 1024

/** The bare media type and charset of a request's body. */
export function bodyType(ctx: Context): { mediaType: string; charset: string } {
  const [mediaType = '', ...parameters] = ctx.get('Content-Type').toLowerCase().split(';')
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='))
  return {
    mediaType: mediaType.trim(),
    charset: charset?.slice('charset='.length).replaceAll('"', '') ?? 'utf-8',
  }
}

/**
 * Reads a JSON body.
 * @param limit its longest length in bytes
 * @throws Problem `unsupported_media_type`, `too_large`, `malformed_body`
 */
export async function readJsonBody(ctx: Context, limit = MAX_JSON_BYTES): Promise<unknown> {
  const { mediaType, charset } = bodyType(ctx)
  if (mediaType !== 'application/json' || !['utf-8', 'utf8'].includes(charset)) {
    throw new Problem('unsupported_media_type')
  }
  if (ctx.get('Content-Encoding')) throw new Problem('unsupported_media_type')
  const text = await readText(ctx, limit)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('malformed_body', { cause })
  }
}

async function readText(ctx: Context, limit: number): Promise<string> {
  let bytes: Buffer
  try {
    bytes = await getRawBody(ctx.req, {
      limit,
      ...(ctx.request.length !== undefined && { length: ctx.request.length }),
    })
  } catch (cause) {
    const type = cause instanceof Error && 'type' in cause ? cause.type : ''
    throw new Problem(type === 'entity.too.large' ? 'too_large' : 'malformed_body', { cause })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Problem('malformed_body', { cause })
  }
}
