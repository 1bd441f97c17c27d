import { Problem } from '@bidyaloy/shared/api/problem'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import type { TeacherPage } from '@bidyaloy/shared/school/teacher-page'
import type { Middleware } from 'koa'
import type { IOptions } from 'sanitize-html'
import type { EntityManager } from 'typeorm'
import * as z from 'zod'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { findSingle } from '../single-records/single-records.ts'

/** The page as staff gave it; made harmless whenever it is read, not only when it is saved. */
export const teacherPageRecord = { name: 'teacherPage', schema: z.object({ html: z.string() }) }

const allowed: IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'a', 'b', 'strong', 'em', 'i'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'colgroup', 'col'],
    ...['div', 'span', 'section', 'img'],
  ],
  allowedAttributes: {
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    '*': ['lang'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
}

/** The page of officers and teachers, harmless. @throws Problem `not_found` before it was set */
export async function getTeacherPage(reader: EntityManager): Promise<TeacherPage> {
  const page = await findSingle(reader, teacherPageRecord)
  if (!page) throw new Problem('not_found')
  // Loaded when it is first wanted: it is large, and few pages want it.
  const { default: sanitizeHtml } = await import('sanitize-html')
  return { html: sanitizeHtml(page.html, allowed), __v: page.__v, updatedAt: page.updatedAt }
}

export function teacherPageRoutes(router: ApiRouter, deps: RouteDeps): void {
  route(router, deps, 'getTeacherPage', () => getTeacherPage(deps.db.read))
}

/** `/TeacherInformation.html`: the page by itself, as the specification names it. */
export function teacherInformation({ db }: Pick<RouteDeps, 'db'>): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/TeacherInformation.html' || !['GET', 'HEAD'].includes(ctx.method)) {
      return next()
    }
    const { html } = await getTeacherPage(db.read)
    ctx.set('Content-Security-Policy', "default-src 'none'; img-src 'self'; sandbox")
    ctx.set('Cache-Control', 'public, max-age=0, must-revalidate')
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = `<!doctype html><html lang="bn"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${siteCopy['public.teachers.title']}</title><body>${html}</body></html>`
  }
}
