import * as z from 'zod'
import { Version } from '../../collections/entry.ts'

/** Maximum length of custom HTML in UTF-16 units. */
export const MAX_TEACHER_HTML = 500_000

/**
 * Input for the page: custom HTML, or the people of the school. One object instead of a union, so that
 * every issue names its field.
 */
export const TeacherPageChange = z
  .object({
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
  .refine(({ html, people }) => (html === undefined) === (people === true), {
    error: 'valid.teachers.one',
    path: ['html'],
  })
export type TeacherPageChange = z.input<typeof TeacherPageChange>

/** The page of officers and teachers as sanitized HTML. */
export const TeacherPage = z.object({
  html: z.string(),
  people: z
    .literal(true)
    .optional()
    .describe('Made of the officers and teachers among the people: the page before the first save'),
  __v: z.int().describe('Version, from 1; 0 before the first save'),
  updatedAt: z.string(),
})
export type TeacherPage = z.infer<typeof TeacherPage>
