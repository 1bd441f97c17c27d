import * as z from 'zod'
import { textField } from '../api/text-field.ts'
import { Version } from '../collections/entry.ts'

const cell = textField({ max: 300, optional: true })

/** Columns of the table of teachers in their order; labels are `public.teachers.col.<name>`. */
export const TEACHER_COLUMNS = ['name', 'post', 'subject', 'phone', 'email'] as const
export type TeacherColumn = (typeof TEACHER_COLUMNS)[number]

/** An officer or teacher; only the name is required. */
export const Teacher = z.object({
  name: textField({ max: 300 }),
  post: cell,
  subject: cell,
  phone: cell,
  email: cell,
})
export type Teacher = z.infer<typeof Teacher>

/** Maximum number of people on the page. */
export const MAX_TEACHERS = 300
/** Maximum length of custom HTML in UTF-16 units. */
export const MAX_TEACHER_HTML = 500_000

/**
 * Input for the page: custom HTML, a table rendered by the server, or the people of the school. One
 * object instead of a union, so that every issue names its field.
 */
export const TeacherPageChange = z
  .object({
    teachers: z
      .array(Teacher, { error: 'valid.type' })
      .min(1, { error: 'valid.required' })
      .max(MAX_TEACHERS, { error: 'valid.max' })
      .optional(),
    html: z
      .string({ error: 'valid.type' })
      .refine((html) => html.trim() !== '', { error: 'valid.required' })
      .max(MAX_TEACHER_HTML, { error: 'valid.text.tooLong' })
      .optional()
      .describe('Document or fragment; unsafe markup is removed'),
    people: z
      .literal(true, { error: 'valid.choice' })
      .optional()
      .describe('No page of its own: made of the officers and teachers among the people'),
    __v: Version.optional().describe('0 before the first save'),
  })
  .refine(
    (page) => [page.teachers, page.html, page.people].filter((source) => source).length === 1,
    { error: 'valid.teachers.one', path: ['html'] },
  )
export type TeacherPageChange = z.input<typeof TeacherPageChange>

/** The page of officers and teachers as sanitized HTML. */
export const TeacherPage = z.object({
  html: z.string(),
  teachers: z.array(Teacher).optional().describe('Source table, if the page was made from one'),
  people: z
    .literal(true)
    .optional()
    .describe('Made of the officers and teachers among the people: the page before the first save'),
  __v: z.int().describe('Version, from 1; 0 before the first save'),
  updatedAt: z.string(),
})
export type TeacherPage = z.infer<typeof TeacherPage>
