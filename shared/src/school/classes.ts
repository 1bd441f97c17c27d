/* The classes of a school. Free of zod: the public site's bundle imports this file. */

export const CLASS_NAMES = [
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
] as const

export type ClassName = (typeof CLASS_NAMES)[number]

/** The number of the first class. */
const FIRST_CLASS = 3

/** Returns the number of a class: 9 for `Nine`. */
export function classNumber(name: ClassName): number {
  return CLASS_NAMES.indexOf(name) + FIRST_CLASS
}

/** Returns the address of the page of a class, or the pattern of these addresses: `/class/9`. */
export function classPath(name: ClassName | ':id'): `/${string}` {
  return `/class/${name === ':id' ? name : classNumber(name)}`
}
