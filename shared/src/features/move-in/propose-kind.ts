import type { Kind } from '../../collections/kinds.ts'

/** What older sites call the standard kinds, in English. */
const ENGLISH: Readonly<Record<string, RegExp>> = {
  admission: /admission/i,
  exam: /exam|test/i,
  holiday: /holiday|vacation|leave/i,
  fee: /\bfees?\b|payment/i,
  stipend: /stipend|scholarship/i,
  tender: /tender|quotation/i,
  recruitment: /recruit|job|career|vacancy/i,
  event: /event|programme|program|function/i,
  achievement: /achieve|award|success/i,
  sport: /sport|game/i,
  meeting: /meeting/i,
  form: /\bforms?\b/i,
  routine: /routine|schedule/i,
  syllabus: /syllab|curricul/i,
  booklist: /book/i,
}

/** Returns the id of the kind that an old category seems to be; null without one that fits. */
export function proposeKind(category: string, kinds: readonly Kind[]): string | null {
  const name = category.normalize('NFC')
  const isMeant = ({ id, name: own }: Kind) =>
    name.includes(own.normalize('NFC')) || ENGLISH[id]?.test(name)
  if (name === '') return null
  return kinds.find((kind) => kind.id !== 'other' && isMeant(kind))?.id ?? null
}
