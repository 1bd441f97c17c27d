import type { ParameterizedContext } from 'koa'

/**
 * Whether the reader already has what the answer's ETag stands for. Koa's own check obeys a
 * `no-cache` of the reader; whoever sends a tag along can be told that it still holds.
 */
export function isNotModified(ctx: Pick<ParameterizedContext, 'get' | 'response'>): boolean {
  const known = ctx.get('If-None-Match').split(',')
  const etag = ctx.response.get('ETag')
  return known.some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
