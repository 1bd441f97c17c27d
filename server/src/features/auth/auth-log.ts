import type { Context } from 'koa'

/** Where a request came from, as fields of a log line. */
export function seen(ctx: Context): { requestId: string; address: string } {
  return { requestId: ctx.response.get('X-Request-Id'), address: ctx.ip.slice(0, 64) }
}

/** A typed name as logs hold it: its first 60 characters. */
export function nameInLog(username: string): string {
  return username.slice(0, 60)
}
