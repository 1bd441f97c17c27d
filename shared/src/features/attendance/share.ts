/** Returns the per cent of those enrolled who came, rounded; undefined without anybody enrolled. */
export function presentShare({
  enrolled,
  present,
}: {
  enrolled: number
  present: number
}): number | undefined {
  return enrolled > 0 ? Math.round((present / enrolled) * 100) : undefined
}
