import type { Language } from '@bidyaloy/shared/api/problem'
import type { Context } from 'koa'

/** The language of sentences for this reader: Bengali unless English is preferred. */
export function languageOf(ctx: Context): Language {
  return ctx.acceptsLanguages('bn', 'en') === 'en' ? 'en' : 'bn'
}
