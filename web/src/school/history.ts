/** A piece of the brief history as staff wrote it. */
export interface HistoryPiece {
  kind: 'heading' | 'paragraph'
  text: string
}

/** Parts a history at its blank lines; a line that begins with «## » is a heading. */
export function historyPieces(history: string): HistoryPiece[] {
  const pieces: HistoryPiece[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) pieces.push({ kind: 'paragraph', text: paragraph.join('\n') })
    paragraph = []
  }
  for (const line of history.split('\n').map((raw) => raw.trim())) {
    if (line === '' || line.startsWith('## ')) endParagraph()
    if (line.startsWith('## ')) pieces.push({ kind: 'heading', text: line.slice(3).trim() })
    else if (line !== '') paragraph.push(line)
  }
  endParagraph()
  return pieces
}
