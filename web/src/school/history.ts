/** A piece of the brief history as staff wrote it. */
export interface HistoryPiece {
  kind: 'heading' | 'paragraph'
  text: string
}

/** Parts a history at its blank lines; a piece that begins with «## » is a heading. */
export function historyPieces(history: string): HistoryPiece[] {
  return history
    .split(/\r?\n\s*\r?\n|\r?\n(?=## )|(?<=^## .*)\r?\n/m)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .map((piece) =>
      piece.startsWith('## ')
        ? { kind: 'heading', text: piece.slice(3).trim() }
        : { kind: 'paragraph', text: piece },
    )
}
