import type { Section, Shift } from '../../school/class-groups.ts'
import type { ClassName } from '../../school/classes.ts'

/* A result as its girl sees it. Free of zod: the public page imports it. */

/** What the sheet says of a subject; all as it is written there. */
export interface SubjectMark {
  subject: string
  mark: string
  /** May be empty. */
  grade: string
  /** What the mark is made of, «সৃজনশীল ৫০, বহুনির্বাচনি ২২»; may be empty. */
  parts: string
}

/** What the sheet says of a girl. */
export interface ResultRow {
  roll: number
  name: string
  marks: SubjectMark[]
  total: string
  gpa: string
  grade: string
  place: string
}

/** A result that a slip has opened. */
export interface OpenedResult extends ResultRow {
  exam: string
  className: ClassName
  shift: Shift
  section: Section
  /** Last day of the results, `YYYY-MM-DD`. */
  until: string
}
