import { papersCopy } from '@bidyaloy/shared/copy/papers-copy'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { MAX_PAGE_TEXT } from '@bidyaloy/shared/papers/entry-text'
import { createElement, type KeyboardEvent, type ReactNode, useState } from 'react'
import { type OfficeBlock, officeBlocks } from '../../lib/ocr/office-blocks.ts'
import { focusOnMount } from '../components/focus.ts'
import { BijoyBox } from '../form/bijoy-box.tsx'
import { withCopy } from '../t.ts'
import type { Pieces } from './pieces.ts'
import './office-pieces.css'
import '../../styles/tables.css'

const t = withCopy(papersCopy)

type Line = Pieces[number]

interface OfficePiecesProps {
  lines: Pieces
  readOnly: boolean
  onChange: (lines: Pieces) => void
}

interface Place {
  line: number
  piece: number
}

/** A page of an Office file as visitors see it. Each paragraph and each cell opens as a field. */
export function OfficePieces({ lines, readOnly, onChange }: OfficePiecesProps) {
  // What was opened last; its button gets the focus back.
  const [at, setAt] = useState<(Place & { isOpen: boolean }) | null>(null)
  const write = (place: Place, text: string) =>
    onChange(
      lines.map((line, index) =>
        index === place.line
          ? line.map((one, piece) => (piece === place.piece ? { ...one, text } : one))
          : line,
      ),
    )
  const follow = (place: Place) => {
    const next = [
      { line: place.line, piece: place.piece + 1 },
      { line: place.line + 1, piece: 0 },
    ].find(({ line, piece }) => lines[line]?.[piece])
    setAt(next ? { ...next, isOpen: true } : { ...place, isOpen: false })
  }
  const piece: RenderPiece = (place, label) => {
    const text = lines[place.line]?.[place.piece]?.text ?? ''
    const isLast = at?.line === place.line && at.piece === place.piece
    if (!isLast || !at.isOpen) {
      return (
        <button
          type="button"
          className="piece"
          ref={isLast ? focusOnMount : undefined}
          disabled={readOnly}
          onClick={() => setAt({ ...place, isOpen: true })}
        >
          {text || <span className="muted">{t('paperText.piece.empty')}</span>}
          <span className="vh">, {label}</span>
        </button>
      )
    }
    return (
      <PieceField
        key={`${place.line} ${place.piece}`}
        label={label}
        text={text}
        onChange={(typed) => write(place, typed)}
        onNext={() => follow(place)}
        onClose={() => setAt({ ...place, isOpen: false })}
      />
    )
  }
  const blocks = officeBlocks(lines).map((block) => (
    <Block key={block.start} block={block} piece={piece} />
  ))
  return (
    <div className="stack stack--3">
      <p className="hint">{t('paperText.pieces.hint')}</p>
      <div className="card pieces" lang="bn">
        {blocks}
      </div>
    </div>
  )
}

type RenderPiece = (place: Place, label: string) => ReactNode

interface BlockProps {
  block: OfficeBlock<Line>
  piece: RenderPiece
}

function Block({ block: { kind, lines, start }, piece }: BlockProps) {
  if (kind === 'cell') return <TableBlock lines={lines} start={start} piece={piece} />
  const element = { heading: 'h3', item: 'li', paragraph: 'div' }[kind]
  const label = t(`paperText.piece.${kind}`)
  const rendered = lines.map((_, at) =>
    createElement(element, { key: at }, piece({ line: start + at, piece: 0 }, label)),
  )
  return kind === 'item' ? <ul>{rendered}</ul> : rendered
}

function TableBlock({
  lines,
  start,
  piece,
}: Pick<OfficeBlock<Line>, 'lines' | 'start'> & Pick<BlockProps, 'piece'>) {
  const cells = (row: number) =>
    (lines[row] ?? []).map((_, column) =>
      createElement(
        row === 0 ? 'th' : 'td',
        // Cells have no identity but their place.
        { key: column, ...(row === 0 && { scope: 'col' }) },
        piece(
          { line: start + row, piece: column },
          t('paperText.piece.cell', {
            row: toBengaliDigits(row + 1),
            column: toBengaliDigits(column + 1),
          }),
        ),
      ),
    )
  return (
    <div className="pieces__table">
      <table className="table">
        <thead>
          <tr>{cells(0)}</tr>
        </thead>
        <tbody>
          {lines.slice(1).map((_, at) => createElement('tr', { key: at }, cells(at + 1)))}
        </tbody>
      </table>
    </div>
  )
}

interface PieceFieldProps {
  label: string
  text: string
  onChange: (text: string) => void
  /** Called to open what follows. */
  onNext: () => void
  onClose: () => void
}

function PieceField({ label, text, onChange, onNext, onClose }: PieceFieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.shiftKey) return
    const act = { Enter: onNext, Escape: onClose }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <BijoyBox>
      <textarea
        className="input piece__field"
        aria-label={label}
        ref={focusOnMount}
        rows={2}
        maxLength={MAX_PAGE_TEXT}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
      />
    </BijoyBox>
  )
}
