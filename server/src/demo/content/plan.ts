import type { Block, Column } from '../paper/paper.ts'
import type { Facts, When } from '../school-days.ts'

/** Something to be published: its title, its day, and what its paper says. */
export interface PaperPlan {
  /** With years as `datedTitle` fills them. */
  title: string
  when: When
  /** Word over the paper. */
  heading?: string
  blocks: (facts: Facts) => readonly Block[]
  form?: 'png' | 'jpeg'
  signature?: 'applicant' | 'none'
}

export const text = (words: string): Block => ({ sort: 'text', text: words })
export const heading = (words: string): Block => ({ sort: 'heading', text: words })
export const note = (words: string): Block => ({ sort: 'note', text: words })
export const list = (...items: string[]): Block => ({ sort: 'list', items })
export const fields = (...labels: string[]): Block => ({ sort: 'fields', labels })
export const table = (
  columns: readonly (readonly [head: string, share: number, align?: Column['align']])[],
  rows: readonly (readonly string[])[],
): Block => ({
  sort: 'table',
  columns: columns.map(([head, share, align]) => ({ head, share, ...(align && { align }) })),
  rows,
})
