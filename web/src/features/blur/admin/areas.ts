import type { PhotoArea } from '@bidyaloy/shared/features/blur/blur'

/** Chosen parts of a photo: squares of its grid by number, and drawn areas. */
export interface Chosen {
  readonly cells: readonly number[]
  readonly drawn: readonly PhotoArea[]
}

export const NOTHING: Chosen = { cells: [], drawn: [] }

/** Size of the grid. */
export interface Grid {
  columns: number
  rows: number
}

/** Squares along the longer side. */
const LONG_SIDE = 8

/** Returns the grid of a photo, whose cells are nearly squares. */
export function gridOf({
  width = 8,
  height = 5,
}: {
  width?: number | undefined
  height?: number | undefined
}): Grid {
  const short = (share: number) => Math.max(3, Math.round(LONG_SIDE * share))
  return width >= height
    ? { columns: LONG_SIDE, rows: short(height / width) }
    : { columns: short(width / height), rows: LONG_SIDE }
}

/** Returns the cell that an arrow leads to from another one; undefined for other keys. */
export function cellAfter(key: string, at: number, { columns, rows }: Grid): number | undefined {
  const [column, row] = [at % columns, Math.floor(at / columns)]
  const place = {
    ArrowLeft: [column - 1, row],
    ArrowRight: [column + 1, row],
    ArrowUp: [column, row - 1],
    ArrowDown: [column, row + 1],
    Home: [0, row],
    End: [columns - 1, row],
  }[key]
  if (!place) return undefined
  const [x = 0, y = 0] = place
  return x < 0 || y < 0 || x >= columns || y >= rows ? at : y * columns + x
}

/** Returns all chosen areas. */
export function areasOf({ cells, drawn }: Chosen, { columns, rows }: Grid): PhotoArea[] {
  const squares = cells.map((cell) => ({
    left: (cell % columns) / columns,
    top: Math.floor(cell / columns) / rows,
    width: 1 / columns,
    height: 1 / rows,
  }))
  return [...squares, ...drawn]
}

/** A place on the photo, in fractions. */
export interface Place {
  x: number
  y: number
}

/** Returns the area between two places. */
export function areaBetween(one: Place, other: Place): PhotoArea {
  const [left, top] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  return {
    left,
    top,
    width: Math.min(1 - left, Math.abs(one.x - other.x)),
    height: Math.min(1 - top, Math.abs(one.y - other.y)),
  }
}
