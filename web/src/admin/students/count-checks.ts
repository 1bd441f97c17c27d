import type { CountField, StudentCount } from '@bidyaloy/shared/school/student-count'

const RELIGIONS = ['muslim', 'hindu', 'bouddho', 'christian'] as const
const DEPARTMENTS = ['science', 'business', 'humanities'] as const
/** The classes that are parted into departments. */
const WITH_DEPARTMENTS: readonly string[] = ['Nine', 'Ten']

export type Counts = Partial<Record<CountField, number>>

interface CountSums {
  /** Girls and boys. */
  total: number
  religion: number
  department: number
}

/** A number that cannot be read counts as 0. */
export function sumsOf(counts: Counts): CountSums {
  const sum = (fields: readonly CountField[]) =>
    fields.reduce((so, field) => so + (counts[field] || 0), 0)
  return {
    total: sum(['girls', 'boys']),
    religion: sum(RELIGIONS),
    department: sum(DEPARTMENTS),
  }
}

export type CountDoubt = 'religion' | 'department' | 'noDepartments'

/** What looks wrong in the numbers of a class, though it can be saved. */
export function doubtsOf(className: StudentCount['className'] | '', counts: Counts): CountDoubt[] {
  const { total, religion, department } = sumsOf(counts)
  const parted = WITH_DEPARTMENTS.includes(className)
  return [
    ...(religion !== total ? (['religion'] as const) : []),
    ...(parted && department !== total ? (['department'] as const) : []),
    ...(className !== '' && !parted && department > 0 ? (['noDepartments'] as const) : []),
  ]
}
