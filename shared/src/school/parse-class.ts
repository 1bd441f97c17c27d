import { toLatinDigits } from '../lib/bengali/digits.ts'
import { CLASS_NAMES, type ClassName, classNumber } from './classes.ts'

/** Returns the class of a number in Latin or Bengali digits, or of its English name in any case. */
export function parseClass(text: string): ClassName | undefined {
  const number = toLatinDigits(text)
  return CLASS_NAMES.find(
    (name) => number === String(classNumber(name)) || text.toLowerCase() === name.toLowerCase(),
  )
}
