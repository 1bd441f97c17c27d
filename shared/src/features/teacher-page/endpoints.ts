import type { DeclaredEndpoint } from '../../api/endpoint.ts'
import { paths } from './paths.ts'
import { MAX_TEACHER_HTML, TeacherPage, TeacherPageChange } from './teacher-page.ts'

export const teacherPageEndpoints = {
  getTeacherPage: {
    ...paths.getTeacherPage,
    summary: 'The page of officers and teachers as sanitized HTML',
    tag: 'settings',
    access: 'public',
    status: 200,
    response: TeacherPage,
    problems: ['not_found'],
  },
  updateTeacherPage: {
    ...paths.updateTeacherPage,
    summary: 'Set the page of officers and teachers from HTML or a table',
    tag: 'settings',
    access: 'admin',
    right: 'publish',
    records: { actions: ['created', 'changed'] },
    body: TeacherPageChange,
    maxJsonBytes: 4 * MAX_TEACHER_HTML,
    status: 200,
    response: TeacherPage,
    problems: ['conflict'],
  },
  previewTeacherPage: {
    ...paths.previewTeacherPage,
    summary: 'Preview the page of officers and teachers without saving it',
    tag: 'settings',
    access: 'admin',
    records: { nothing: 'Only its sender sees it.' },
    body: TeacherPageChange,
    maxJsonBytes: 4 * MAX_TEACHER_HTML,
    status: 200,
    response: TeacherPage.pick({ html: true }),
  },
} as const satisfies Record<keyof typeof paths, DeclaredEndpoint>

/** Schemas that the API document names. */
export const teacherPageSchemas = { TeacherPage }
