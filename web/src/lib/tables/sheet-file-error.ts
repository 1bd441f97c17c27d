/** Why a file cannot be read as a table; each has its sentence in the copy. */
export type SheetFileProblem =
  | 'too-large'
  | 'empty'
  | 'old-excel'
  | 'not-a-sheet'
  | 'broken'
  | 'unreadable'

export class SheetFileError extends Error {
  constructor(
    readonly problem: SheetFileProblem,
    options?: ErrorOptions,
  ) {
    super(problem, options)
    this.name = 'SheetFileError'
  }
}
