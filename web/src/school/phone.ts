import { toLatinDigits } from '@bidyaloy/shared/bengali/digits'

/** What a telephone dials for a number as staff typed it: «০২-৫৫৫০১২৩৪» → `tel:0255501234`. */
export function telHref(phone: string): string {
  return `tel:${toLatinDigits(phone).replace(/[^+\d]/g, '')}`
}
