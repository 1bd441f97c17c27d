import { Problem } from '@bidyaloy/shared/api/problem'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import {
  TEACHER_COLUMNS,
  Teacher,
  type TeacherPage,
  type TeacherPageChange,
} from '@bidyaloy/shared/school/teacher-page'
import type { Middleware } from 'koa'
import type { EntityManager } from 'typeorm'
import * as z from 'zod'
import { assertVersion } from '../../http/optimistic-lock.ts'
import { isRead } from '../../http/request.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { recordActivity } from '../activity/activity-commands.ts'
import { sanitizeTeacherHtml } from './sanitize-html.ts'
import {
  createSingle,
  findSingle,
  getSingle,
  type Stored,
  updateSingle,
} from './single-record-commands.ts'

/** The page as it was entered. HTML is sanitised whenever it is read, not only when it is saved. */
export const teacherPageRecord = {
  name: 'teacherPage',
  thing: 'teacherPage',
  schema: z.union([z.object({ html: z.string() }), z.object({ teachers: z.array(Teacher) })]),
} as const

type StoredPage = Stored<typeof teacherPageRecord.schema>

/** Returns the teachers' page with sanitised HTML. @throws Problem `not_found` before it is saved */
export async function getTeacherPage(reader: EntityManager): Promise<TeacherPage> {
  return present(await getSingle(reader, teacherPageRecord))
}

/**
 * Creates or changes the page.
 * @throws Problem `conflict`, `validation_failed` if nothing of the HTML can be shown
 */
async function updateTeacherPage(
  { db, clock }: RouteDeps,
  { __v, teachers, html = '' }: z.output<typeof TeacherPageChange>,
  by: string,
): Promise<TeacherPage> {
  await previewTeacherPage({ teachers, html })
  const data = teachers ? { teachers } : { html }
  const page = await db.write(async (tx) => {
    const now = clock()
    const present = await findSingle(tx, teacherPageRecord)
    assertVersion(versionOf(present), __v)
    const action = present ? 'changed' : 'created'
    await recordActivity(tx, { by, now }, { action, subject: 'teacherPage' })
    if (!present) return createSingle(tx, teacherPageRecord, data, now)
    return updateSingle(tx, teacherPageRecord, data, { version: undefined, by, now })
  })
  return present(page)
}

/**
 * Returns the HTML that the page would have.
 * @throws Problem `validation_failed` if nothing of it can be shown, or it is too complex
 */
async function previewTeacherPage({
  teachers,
  html = '',
}: Pick<z.output<typeof TeacherPageChange>, 'teachers' | 'html'>): Promise<{ html: string }> {
  return { html: teachers ? teacherTable(teachers) : await sanitizeTeacherHtml(html) }
}

async function present(page: StoredPage): Promise<TeacherPage> {
  const rest = { __v: versionOf(page), updatedAt: page.updatedAt }
  if ('html' in page) return { html: await sanitizedOrEmpty(page.html), ...rest }
  return { html: teacherTable(page.teachers), teachers: page.teachers, ...rest }
}

/** Returns the version, which starts at 1: 0 is that of a page that was never saved. */
function versionOf(page: StoredPage | null): number {
  return page ? page.__v + 1 : 0
}

/** Returns the empty string for a page from an earlier version or a backup that is invalid now. */
async function sanitizedOrEmpty(html: string): Promise<string> {
  try {
    return await sanitizeTeacherHtml(html)
  } catch (error) {
    if (error instanceof Problem) return ''
    throw error
  }
}

/** `/api/teacherPage`. */
export function teacherPageRoutes(router: ApiRouter, deps: RouteDeps): void {
  route(router, deps, 'getTeacherPage', () => getTeacherPage(deps.db.read))
  route(router, deps, 'updateTeacherPage', ({ body, admin }) =>
    updateTeacherPage(deps, body, admin.username),
  )
  route(router, deps, 'previewTeacherPage', ({ body }) => previewTeacherPage(body))
}

/**
 * `/TeacherInformation.html`, required by the specification: the page as a document of its own. Before
 * the page is saved, the site responds with its page for missing addresses.
 */
export function teacherInformation({ db }: Pick<RouteDeps, 'db'>): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/TeacherInformation.html' || !isRead(ctx.method)) {
      return next()
    }
    const page = await teacherInformationPage(db.read)
    if (page === null) return next()
    ctx.set('Content-Security-Policy', "default-src 'none'; img-src 'self'; sandbox")
    ctx.set('Cache-Control', 'public, max-age=0, must-revalidate')
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = page
  }
}

/** Returns the page as a document of its own; null before it is saved. */
export async function teacherInformationPage(reader: EntityManager): Promise<string | null> {
  const page = await findSingle(reader, teacherPageRecord)
  if (!page) return null
  const { html } = await present(page)
  return `<!doctype html><html lang="bn"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${siteCopy['public.teachers.title']}</title><body>${html}</body></html>`
}

/** Returns a list of teachers as a table without empty columns. */
function teacherTable(teachers: readonly Teacher[]): string {
  const columns = TEACHER_COLUMNS.filter((column) => teachers.some((one) => one[column] !== ''))
  const heads = columns.map(
    (column) => `<th scope="col">${siteCopy[`public.teachers.col.${column}`]}</th>`,
  )
  const rows = teachers.map((teacher) => {
    const cells = columns.map((column) => `<td>${escapeHtml(teacher[column])}</td>`)
    return `<tr>${cells.join('')}</tr>`
  })
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')
}
