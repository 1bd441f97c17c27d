import { Problem } from '@bidyaloy/shared/api/problem'
import type { Context } from 'koa'
import getRawBody from 'raw-body'

/** Larger than the longest form, each of whose letters takes nine bytes. */
const MAX_FORM_BYTES = 10 * 1024

/** Reads the fields of an HTML form. @throws Problem `unsupported_media_type`, `too_large` */
export async function readForm(ctx: Context): Promise<Record<string, string>> {
  if (!ctx.is('application/x-www-form-urlencoded')) throw new Problem('unsupported_media_type')
  try {
    const text = await getRawBody(ctx.req, {
      limit: MAX_FORM_BYTES,
      encoding: 'utf8',
      ...(ctx.request.length !== undefined && { length: ctx.request.length }),
    })
    return Object.fromEntries(new URLSearchParams(text))
  } catch (cause) {
    const isLarge = cause instanceof Error && 'type' in cause && cause.type === 'entity.too.large'
    throw new Problem(isLarge ? 'too_large' : 'malformed_body', { cause })
  }
}
