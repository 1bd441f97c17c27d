import { Problem } from '@bidyaloy/shared/api/problem'
import { kindsOf } from '@bidyaloy/shared/collections/kinds'
import { pageCopy } from '@bidyaloy/shared/copy/page-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { groupPeople, isOfficerOrTeacher } from '@bidyaloy/shared/features/people/group-people'
import { peopleColumnCopy, teacherPageCopy } from '@bidyaloy/shared/features/teacher-page/copy'
import { pages } from '@bidyaloy/shared/features/teacher-page/paths'
import { teacherPage as type } from '@bidyaloy/shared/features/teacher-page/record'
import type {
  TeacherPage,
  TeacherPageChange,
} from '@bidyaloy/shared/features/teacher-page/teacher-page'
import type { Middleware } from 'koa'
import { type EntityManager, IsNull } from 'typeorm'
import * as z from 'zod'
import { EntryRow } from '../../db/entities.ts'
import type { ServerFeature } from '../../feature.ts'
import { assertVersion } from '../../http/optimistic-lock.ts'
import { isRead } from '../../http/request.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { recordActivity } from '../activity/activity-commands.ts'
import { listEntries } from '../collections/collection-queries.ts'
import {
  createSingle,
  findSingle,
  isSaved,
  type Stored,
  updateSingle,
} from '../records/single-record-commands.ts'
import { getSettings } from '../settings/settings-commands.ts'
import { sanitizeTeacherHtml } from './sanitize-html.ts'

/** The page as it was entered. HTML is sanitised whenever it is read, not only when it is saved. */
export const teacherPageModel = {
  type,
  schema: z
    .object({
      html: z.string().exactOptional(),
      people: z.literal(true).exactOptional(),
    })
    .refine((page) => Object.keys(page).length === 1),
  instead: {},
} as const

type StoredPage = Stored<typeof teacherPageModel.schema>

/**
 * Returns the teachers' page with sanitised HTML: the one that was saved, else that of the people at
 * `now`; null if there is neither.
 */
async function findTeacherPage(reader: EntityManager, now: Date): Promise<TeacherPage | null> {
  const saved = await findSingle(reader, teacherPageModel)
  if (saved) return present(reader, saved, now)
  const html = await peopleTables(reader, now)
  const last = await reader.findOne(EntryRow, {
    where: { collection: 'people' },
    order: { updatedAt: 'DESC' },
  })
  return html && last ? { html, people: true, __v: 0, updatedAt: last.updatedAt } : null
}

/** As `findTeacherPage`. @throws Problem `not_found` */
async function getTeacherPage(reader: EntityManager, now: Date): Promise<TeacherPage> {
  const page = await findTeacherPage(reader, now)
  if (!page) throw new Problem('not_found')
  return page
}

/**
 * Creates or changes the page.
 * @throws Problem `conflict`, `validation_failed` if nothing of the HTML can be shown
 */
async function updateTeacherPage(
  { db, clock }: RouteDeps,
  { __v, ...page }: z.output<typeof TeacherPageChange>,
  by: string,
): Promise<TeacherPage> {
  await previewTeacherPage(db.read, page, clock())
  const { html = '', people } = page
  const data = people ? { people } : { html }
  const saved = await db.write(async (tx) => {
    const now = clock()
    const present = await findSingle(tx, teacherPageModel)
    assertVersion(versionOf(present), __v)
    const action = present ? 'changed' : 'created'
    await recordActivity(tx, { by, now }, { action, subject: type.name })
    if (!present) return createSingle(tx, teacherPageModel, data, now)
    return updateSingle(tx, teacherPageModel, data, { version: undefined, by, now })
  })
  return present(db.read, saved, clock())
}

/**
 * Returns the HTML that the page would have.
 * @throws Problem `validation_failed` if nothing of it can be shown, or it is too complex
 */
async function previewTeacherPage(
  reader: EntityManager,
  { html = '', people }: z.output<typeof TeacherPageChange>,
  now: Date,
): Promise<{ html: string }> {
  return {
    html: people
      ? await peopleTables(reader, now)
      : await sanitizeTeacherHtml(html, reader.connection),
  }
}

async function present(reader: EntityManager, page: StoredPage, now: Date): Promise<TeacherPage> {
  const rest = { __v: versionOf(page), updatedAt: page.updatedAt }
  const { html = '', people } = page
  if (people) return { html: await peopleTables(reader, now), people, ...rest }
  return { html: await sanitizedOrEmpty(html, reader.connection), ...rest }
}

/** Returns the version, which starts at 1: 0 is that of a page that was never saved. */
function versionOf(page: StoredPage | null): number {
  return page ? page.__v + 1 : 0
}

/** Returns the empty string for a page from an earlier version or a backup that is invalid now. */
async function sanitizedOrEmpty(html: string, school: object): Promise<string> {
  try {
    return await sanitizeTeacherHtml(html, school)
  } catch (error) {
    if (error instanceof Problem) return ''
    throw error
  }
}

/** The reads of public pages. */
export const teacherPageReads = (read: EntityManager, now: Date) => ({
  getTeacherPage: () => getTeacherPage(read, now),
})

/** `/api/teacherPage`. */
function teacherPageRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  route(router, deps, 'getTeacherPage', () => getTeacherPage(db.read, clock()))
  route(router, deps, 'updateTeacherPage', ({ body, admin }) =>
    updateTeacherPage(deps, body, admin.username),
  )
  route(router, deps, 'previewTeacherPage', ({ body }) =>
    previewTeacherPage(db.read, body, clock()),
  )
}

/**
 * `/TeacherInformation.html`, required by the specification: the page as a document of its own.
 * Without one, the site responds with its page for missing addresses.
 */
export function teacherInformation({ db, clock }: Pick<RouteDeps, 'db' | 'clock'>): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/TeacherInformation.html' || !isRead(ctx.method)) {
      return next()
    }
    const page = await teacherInformationPage(db.read, clock())
    if (page === null) return next()
    ctx.set('Content-Security-Policy', "default-src 'none'; img-src 'self'; sandbox")
    ctx.set('Cache-Control', 'public, max-age=0, must-revalidate')
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = page
  }
}

/** Returns the page as a complete HTML document; null if the school has none. */
export async function teacherInformationPage(
  reader: EntityManager,
  now: Date,
): Promise<string | null> {
  const page = await findTeacherPage(reader, now)
  if (!page) return null
  return `<!doctype html><html lang="bn"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${teacherPageCopy['public.teachers.title']}</title><body>${page.html}</body></html>`
}

/** Columns of the tables of people. */
const PERSON_COLUMNS = ['name', 'post', 'subject', 'qualification', 'phone', 'email'] as const

/** Returns a table for each kind of officers and teachers; empty without any. */
async function peopleTables(reader: EntityManager, now: Date): Promise<string> {
  const people = await listEntries(reader, 'people', { sort: 'order' }, now)
  const kinds = kindsOf('people', await getSettings(reader))
  return groupPeople(people.filter(isOfficerOrTeacher), kinds)
    .map(({ kind, people: members }) => {
      const name = kind?.name ?? pageCopy['public.people.other']
      const rows = members.map(({ title, fields }) => ({ ...fields, name: title }))
      return `<h2>${escapeHtml(name)}</h2>${peopleTable(rows)}`
    })
    .join('')
}

/** Returns people as a table without empty columns. */
export function peopleTable(
  all: readonly Readonly<Partial<Record<(typeof PERSON_COLUMNS)[number], string>>>[],
): string {
  const columns = PERSON_COLUMNS.filter((column) => all.some((one) => one[column]))
  const heads = columns.map(
    (column) => `<th scope="col">${peopleColumnCopy[`public.teachers.col.${column}`]}</th>`,
  )
  const rows = all.map((one) => {
    const cells = columns.map((column) => `<td>${escapeHtml(one[column] ?? '')}</td>`)
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

const html = '<h2>শিক্ষকবৃন্দ</h2><p>নাসরিন সুলতানা, সিনিয়র শিক্ষক</p>'
const example: TeacherPage = { html, __v: 1, updatedAt: '2026-11-21T04:30:00.000Z' }

/** The page of officers and teachers. */
export const teacherPage: ServerFeature = {
  single: teacherPageModel,
  routes: teacherPageRoutes,
  setupSteps: {
    teacherPage: async (read) =>
      (await isSaved(read, teacherPageModel)) ||
      read.existsBy(EntryRow, { collection: 'people', deletedAt: IsNull() }),
  },
  examples: {
    bodies: { updateTeacherPage: { html, __v: 0 }, previewTeacherPage: { html } },
    responses: {
      getTeacherPage: example,
      updateTeacherPage: example,
      previewTeacherPage: { html },
    },
  },
  searchPages: [
    {
      path: pages.teachers,
      title: siteCopy['nav.manpower.officersTeachers'],
      words: 'তালিকা',
    },
  ],
}
