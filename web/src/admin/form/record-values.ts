/** What stands in the fields of a form, by their names. */
export type TextValues = Readonly<Record<string, string>>

/** Whether two forms would be saved as the same. */
export function sameValues(one: TextValues, other: TextValues): boolean {
  return differingFields(one, other).length === 0
}

/** Names of the fields in which two forms differ; blanks around a text are no difference. */
export function differingFields(one: TextValues, other: TextValues): string[] {
  const meant = (text: string | undefined) => (text ?? '').normalize('NFC').trim()
  return Object.keys({ ...one, ...other }).filter((name) => meant(one[name]) !== meant(other[name]))
}

/** Which of two changes of the same record stays, field by field. */
export type Side = 'mine' | 'theirs'

/**
 * For each field in which the two differ: what only they have changed is theirs, all else mine.
 * @param base what both began with
 */
export function proposedSides(
  base: TextValues,
  mine: TextValues,
  theirs: TextValues,
): Record<string, Side> {
  const changedByMe = new Set(differingFields(base, mine))
  return Object.fromEntries(
    differingFields(mine, theirs).map((name) => [name, changedByMe.has(name) ? 'mine' : 'theirs']),
  )
}

/** `mine` with the fields of `theirs` that were chosen. */
export function mergedValues(
  mine: TextValues,
  theirs: TextValues,
  sides: Readonly<Record<string, Side>>,
): TextValues {
  return Object.fromEntries(
    Object.entries(mine).map(([name, value]) => [
      name,
      sides[name] === 'theirs' ? (theirs[name] ?? value) : value,
    ]),
  )
}
