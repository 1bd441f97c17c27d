/** Marks the beginning and the end of a word. Neither is a letter of the font. */
export const START = '<'
export const END = '>'

/** Strength of the shorter pieces against the longer ones, which were seen less often. */
const SMOOTHING = { bijoy: [50, 30, 15], latin: [2000, 50, 20] }
const LETTERS = 220

/** Counts the pieces of one, two and three letters of weighted words. */
export class Pieces {
  #counts = new Map()
  #befores = new Map()
  #total = 0

  add(word, weight) {
    const marked = `${START}${START}${word}${END}`
    for (let at = 2; at < marked.length; at += 1) {
      for (let length = 1; length <= 3; length += 1) {
        const piece = marked.slice(at + 1 - length, at + 1)
        increase(this.#counts, piece, weight)
        increase(this.#befores, piece.slice(0, -1), weight)
      }
      this.#total += weight
    }
  }

  keys() {
    return this.#counts.keys()
  }

  has(piece) {
    return this.#counts.has(piece)
  }

  /** Share of a piece among all of its length. */
  share(piece) {
    return (this.#counts.get(piece) ?? 0) / this.#total
  }

  /** Probability of the last letter of a piece after the others. */
  probability(piece, smoothing) {
    const shorter = piece.length === 1 ? 1 / LETTERS : this.probability(piece.slice(1), smoothing)
    const strength = smoothing[piece.length - 1]
    const seen = this.#counts.get(piece) ?? 0
    const before = piece.length === 1 ? this.#total : (this.#befores.get(piece.slice(0, -1)) ?? 0)
    return (seen + strength * shorter) / (before + strength)
  }
}

function increase(map, key, by) {
  map.set(key, (map.get(key) ?? 0) + by)
}

/** Returns ln(P(letter | Bijoy) / P(letter | other)) of the last letter of a piece. */
export function evidenceOf(piece, bijoy, latin) {
  return Math.log(
    bijoy.probability(piece, SMOOTHING.bijoy) / latin.probability(piece, SMOOTHING.latin),
  )
}
