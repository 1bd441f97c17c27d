/** For how many seconds readers may keep something: `most`, or until it is to be gone. */
export function maxAge(most: number, expiresAt: string | null | undefined, now: Date): number {
  if (!expiresAt) return most
  const left = Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000)
  return Math.max(0, Math.min(most, left))
}
