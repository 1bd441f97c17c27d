import { siteCopy } from '../copy/site-copy.ts'
import { fill } from '../copy/translate.ts'
import { CLASS_NAMES, type ClassName } from './classes.ts'

/** Formats names of classes: «নবম, দশম শ্রেণি», or «ষষ্ঠ–দশম শ্রেণি» for three and more in a row. */
export function formatClasses(classes: readonly ClassName[]): string {
  const places = classes.map((name) => CLASS_NAMES.indexOf(name))
  const [first = 0] = places
  const isRun = places.length > 2 && places.every((place, i) => place === first + i)
  const names = classes.map((name) => siteCopy[`enum.class.${name}`].bn)
  return fill(siteCopy['enum.class.suffix'], {
    class: isRun ? `${names[0]}–${names.at(-1)}` : names.join(', '),
  })
}
