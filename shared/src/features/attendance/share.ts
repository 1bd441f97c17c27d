/** Returns the per cent of those enrolled who came, rounded; null if nobody is enrolled. */
export function presentShare({
  enrolled,
  present,
}: {
  enrolled: number
  present: number
}): number | null {
  return enrolled > 0 ? Math.round((present / enrolled) * 100) : null
}
