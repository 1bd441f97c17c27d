import { CLASS_NAMES, type ClassName } from './classes.ts'

/* Shifts and sections of a school. Free of zod: the public site's bundle imports this file. */

export const SHIFTS = ['Morning', 'Day'] as const
export const SECTIONS = ['A', 'B', 'C', 'D'] as const

export type Shift = (typeof SHIFTS)[number]
export type Section = (typeof SECTIONS)[number]

/** A class, shift and section. */
export interface Group {
  className: ClassName
  shift: Shift
  section: Section
}

/** Compares by class (Three to Ten), shift (Morning, Day) and section (A to D). */
export function compareGroups(a: Group, b: Group): number {
  return (
    CLASS_NAMES.indexOf(a.className) - CLASS_NAMES.indexOf(b.className) ||
    SHIFTS.indexOf(a.shift) - SHIFTS.indexOf(b.shift) ||
    SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section)
  )
}

/** Returns the key by which the records of groups are told apart. */
export function groupKey({ className, shift, section }: Group): string {
  return `${className} ${shift} ${section}`
}
