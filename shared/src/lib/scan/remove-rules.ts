import type { GreyImage } from './grey-image.ts'

/** Rules are thin, so they are lighter than letters in a small picture. */
const INK = 180
/** Parts of the width of an A4 page: a run that can belong to a rule, a rule, its largest thickness. */
const MIN_RUN = 1 / 70
const MIN_LENGTH = 1 / 12
const MAX_THICKNESS = 1 / 130
/** Pixels without ink inside a run. */
const MAX_GAP = 2
/** A run of ink this long is no head line of a word. */
const SURE_LENGTH = 0.45
/** Share of a head line's length that has strokes hanging from it; a rule is crossed by few. */
const MAX_CROSSED = 0.22
/** The same on the side that has fewer: letters stand on an underline, but few reach below it. */
const MAX_CROSSED_BELOW = 0.14
/** Distance in pixels from the blurred edge of a rule at which strokes are looked for. */
const BESIDE = 4

/**
 * Takes out the rules of tables and borders, and underlines, where no stroke crosses them. The head
 * lines of Bengali words are runs of ink too; letters hang from them, so they are told apart.
 */
export function removeRules(image: GreyImage): GreyImage {
  const cleaned: GreyImage = { ...image, data: Uint8Array.from(image.data) }
  const across = { along: 1, beside: image.width, length: image.width, breadth: image.height }
  const down = { along: image.width, beside: 1, length: image.height, breadth: image.width }
  eraseRules(image, cleaned, across)
  eraseRules(image, cleaned, down)
  return cleaned
}

/** Direction of the rules: index steps along and beside them, pixels along and beside them. */
interface Direction {
  along: number
  beside: number
  length: number
  breadth: number
}

/** A run of ink in one row, from `start` to before `end`. */
interface Run {
  row: number
  start: number
  end: number
  rule: number
}

function eraseRules({ width, data }: GreyImage, cleaned: GreyImage, direction: Direction): void {
  const { along, beside, breadth } = direction
  const isInk = (at: number, row: number) =>
    row >= 0 && row < breadth && (cleaned.data[at * along + row * beside] ?? 255) < INK
  for (const runs of rulesOf(runsOf(data, direction, Math.round(width * MIN_RUN)))) {
    const start = Math.min(...runs.map((run) => run.start))
    const end = Math.max(...runs.map((run) => run.end))
    const length = end - start
    const ink = runs.reduce((sum, run) => sum + run.end - run.start, 0)
    if (length < width * MIN_LENGTH || ink / length > Math.max(3, width * MAX_THICKNESS)) continue
    const { first, last } = edges(runs, start, length)
    const isCrossed = new Uint8Array(length)
    let below = 0
    let crossed = 0
    for (let n = 0; n < length; n += 1) {
      const top = first[n] ?? 0
      const bottom = last[n] ?? -1
      if (bottom < top) continue
      const isAbove = isInk(start + n, top - BESIDE) || isInk(start + n, top - BESIDE - 1)
      const isBelow = isInk(start + n, bottom + BESIDE) || isInk(start + n, bottom + BESIDE + 1)
      if (isBelow) below += 1
      if (isAbove || isBelow) crossed += 1
      if (isAbove && isBelow) isCrossed[n] = 1
    }
    const isRule =
      crossed < length * MAX_CROSSED ||
      below < length * MAX_CROSSED_BELOW ||
      length > width * SURE_LENGTH
    if (!isRule) continue
    for (let n = 0; n < length; n += 1) {
      if (isCrossed[n]) continue
      // The blurred edge of the rule goes with it.
      for (let row = (first[n] ?? 0) - 2; row <= (last[n] ?? -1) + 2; row += 1) {
        if (row >= 0 && row < breadth) cleaned.data[(start + n) * along + row * beside] = 255
      }
    }
  }
}

/** Returns the first and the last row of a rule at each place along it. */
function edges(runs: readonly Run[], start: number, length: number) {
  const first = new Int32Array(length).fill(1)
  const last = new Int32Array(length).fill(-1)
  for (const run of runs) {
    for (let at = run.start - start; at < run.end - start; at += 1) {
      if ((last[at] ?? -1) < 0) first[at] = run.row
      last[at] = run.row
    }
  }
  return { first, last }
}

function runsOf(data: Uint8Array, { along, beside, length, breadth }: Direction, minimum: number) {
  const rows: Run[][] = []
  for (let row = 0; row < breadth; row += 1) {
    const runs: Run[] = []
    let start = -1
    let end = -1
    for (let at = 0; at <= length; at += 1) {
      if (at < length && (data[at * along + row * beside] ?? 255) < INK) {
        if (start < 0) start = at
        end = at + 1
      } else if (start >= 0 && (at === length || at - end >= MAX_GAP)) {
        if (end - start >= minimum) runs.push({ row, start, end, rule: -1 })
        start = -1
      }
    }
    rows.push(runs)
  }
  return rows
}

/** Joins the runs that touch those of the next row: a rule that is a little slanted or bent. */
function rulesOf(rows: readonly Run[][]): Run[][] {
  const parents: number[] = []
  const rootOf = (rule: number): number => {
    let root = rule
    while (parents[root] !== root) root = parents[root] ?? root
    parents[rule] = root
    return root
  }
  for (const [row, runs] of rows.entries()) {
    for (const run of runs) {
      for (const above of rows[row - 1] ?? []) {
        if (above.start > run.end + 2 || run.start > above.end + 2) continue
        const root = rootOf(above.rule)
        if (run.rule < 0) run.rule = root
        else parents[rootOf(run.rule)] = root
      }
      if (run.rule < 0) {
        run.rule = parents.length
        parents.push(run.rule)
      }
    }
  }
  const rules = new Map<number, Run[]>()
  for (const run of rows.flat()) {
    const root = rootOf(run.rule)
    const rule = rules.get(root)
    if (rule) rule.push(run)
    else rules.set(root, [run])
  }
  return [...rules.values()]
}
