/** What an office puts on paper, without how it looks. All texts are Bengali. */
export interface Paper {
  /** Word over the paper: «বিজ্ঞপ্তি», «নোটিশ». Left out on forms, whose subject is the heading. */
  heading: string
  subject: string
  /** Memo number, as printed. */
  memo: string
  date: Date
  blocks: readonly Block[]
  /** Who signs; nobody signs a form. */
  signature: 'head' | 'applicant' | 'none'
  /** Those who get a copy. */
  copies: readonly string[]
}

export type Block =
  | { sort: 'text'; text: string }
  | { sort: 'heading'; text: string }
  | { sort: 'list'; items: readonly string[] }
  | { sort: 'note'; text: string }
  | { sort: 'table'; columns: readonly Column[]; rows: readonly (readonly string[])[] }
  /** Lines to be filled in by hand. */
  | { sort: 'fields'; labels: readonly string[] }

/** A column of a table. */
export interface Column {
  head: string
  /** Share of the table's width. */
  share: number
  align?: 'left' | 'center'
}

/** The school that issues the papers. */
export interface Letterhead {
  government: string
  school: string
  address: string
  contact: string
  headTeacher: string
  /** Its post, under the name. */
  post: string
  /** Words printed on every paper. */
  words: {
    memo: string
    date: string
    subject: string
    copies: string
    note: string
    applicant: string
  }
}
