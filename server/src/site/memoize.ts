const MAX_RESULTS = 2000
/** Of longer texts nobody could send many without making them up. */
const MAX_KEY_LENGTH = 300

/** Works out once what `work` gives for a text, and remembers it for as many as fit. */
export function memoize<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const result = work(text)
    if (text.length > MAX_KEY_LENGTH) return result
    if (known.size >= MAX_RESULTS) known.clear()
    known.set(text, result)
    return result
  }
}
