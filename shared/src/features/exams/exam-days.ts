import { CLASS_NAMES, type ClassName } from '../../school/classes.ts'

/* What follows from the table of an examination. Free of zod: the public page imports this file. */

interface Sat {
  date: string
  from: string
  classes: readonly ClassName[]
}

/** Returns the first and the last day; the table is never empty. */
export function examDays(sittings: readonly Sat[]): { startsOn: string; endsOn: string } {
  const days = sittings.map(({ date }) => date).sort()
  return { startsOn: days[0] ?? '', endsOn: days.at(-1) ?? '' }
}

/** Returns the classes that take part, in their order. */
export function examClasses(sittings: readonly Sat[]): ClassName[] {
  return CLASS_NAMES.filter((name) => sittings.some(({ classes }) => classes.includes(name)))
}

/** Sorts by day, time and class. */
export function bySitting(a: Sat, b: Sat): number {
  const key = ({ date, from, classes }: Sat) =>
    `${date} ${from} ${Math.min(...classes.map((name) => CLASS_NAMES.indexOf(name)))}`
  return key(a) < key(b) ? -1 : 1
}
