import { formatDate } from '@bidyaloy/shared/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import type { Block, Letterhead, Paper } from './paper.ts'
import { SHEET, type Sheet, wordWidth } from './sheet.ts'
import { drawTable } from './table.ts'
import { breakLines, setLine, setText, textBox } from './typeset.ts'

const body = { size: 11.5 }
const strong = { size: 11.5, weight: 'bold' } as const
const small = { size: 9.5 }
const GREEN = '#0f5c43'
const FOOT = SHEET.height - 60

/** Draws a school's paper: head, memo number and date, subject, what it says, signature, copies. */
export function renderPaper(sheet: Sheet, paper: Paper, head: Letterhead): void {
  let y = drawHead(sheet, head)
  if (paper.memo) {
    setText(sheet, `${head.words.memo} ${paper.memo}`, textBox, y, body)
    setText(sheet, `${head.words.date} ${formatDate(paper.date)}`, textBox, y, body, {
      align: 'right',
    })
    y += 34
  } else y += 6
  y = drawHeading(sheet, paper.heading, y)
  if (paper.subject) y = drawSubject(sheet, `${head.words.subject} ${paper.subject}`, y)
  for (const block of paper.blocks) y = drawBlock(sheet, block, y, head)
  y = drawSignature(sheet, paper, head, y)
  if (paper.copies.length > 0) drawCopies(sheet, paper.copies, head, y)
}

function drawHead(sheet: Sheet, head: Letterhead): number {
  setText(sheet, head.government, textBox, 56, small, { align: 'center' })
  setText(
    sheet,
    head.school,
    textBox,
    80,
    { size: 18, weight: 'bold', color: GREEN },
    { align: 'center' },
  )
  setText(sheet, head.address, textBox, 98, small, { align: 'center' })
  setText(sheet, head.contact, textBox, 113, small, { align: 'center' })
  sheet.line([SHEET.margin, 124], [SHEET.width - SHEET.margin, 124], 1.2, GREEN)
  sheet.line([SHEET.margin, 126.5], [SHEET.width - SHEET.margin, 126.5], 0.4, GREEN)
  // The school's sign: an open book before a rising sun.
  const x = SHEET.margin + 20
  sheet.stroke(`M${x - 17} 84q9-5 17 2q8-7 17-2v-17q-9-5-17 2q-8-7-17-2zM${x} 86v-17`, 1.2, GREEN)
  sheet.stroke(
    `M${x - 9} 60a9 9 0 0 1 18 0M${x} 48v-5M${x - 10} 52l-4-4M${x + 10} 52l4-4`,
    1.1,
    '#b9512f',
  )
  return 146
}

function drawHeading(sheet: Sheet, heading: string, y: number): number {
  const style = { size: 14, weight: 'bold' } as const
  setText(sheet, heading, textBox, y, style, { align: 'center' })
  const half = Math.min(breakLines(heading, textBox.width, style)[0]?.width ?? 0, textBox.width) / 2
  sheet.line([SHEET.width / 2 - half, y + 6], [SHEET.width / 2 + half, y + 6], 0.8)
  return y + 32
}

function drawSubject(sheet: Sheet, subject: string, y: number): number {
  return setText(sheet, subject, textBox, y, strong) + 8
}

function drawBlock(sheet: Sheet, block: Block, y: number, head: Letterhead): number {
  const start = y > FOOT - 40 ? newPage(sheet) : y
  switch (block.sort) {
    case 'text':
      return setText(sheet, block.text, textBox, start, body, { align: 'justify' }) + 7
    case 'heading':
      return setText(sheet, block.text, textBox, start + 4, strong) + 3
    case 'note':
      return setText(sheet, `${head.words.note} ${block.text}`, textBox, start, body) + 6
    case 'list':
      return drawList(sheet, block.items, start) + 6
    case 'table':
      return (
        drawTable(sheet, block, start - 8, { foot: FOOT, nextPage: () => newPage(sheet) - 12 }) + 22
      )
    case 'fields':
      return drawFields(sheet, block.labels, start)
  }
}

function drawList(sheet: Sheet, items: readonly string[], y: number): number {
  let at = y
  items.forEach((item, index) => {
    if (at > FOOT) at = newPage(sheet)
    const mark = `${toBengaliDigits(index + 1)}.`
    setText(sheet, mark, { x: SHEET.margin + 10, width: 20 }, at, body)
    const box = { x: SHEET.margin + 32, width: textBox.width - 32 }
    at = setText(sheet, item, box, at, body) + 2
  })
  return at
}

function drawFields(sheet: Sheet, labels: readonly string[], y: number): number {
  let at = y + 2
  labels.forEach((label, index) => {
    if (at > FOOT) at = newPage(sheet)
    const text = `${toBengaliDigits(index + 1)}. ${label}:`
    setText(sheet, text, textBox, at, body)
    const from = Math.min(SHEET.margin + wordWidth(text, body) + 8, SHEET.width - 160)
    sheet.stroke(`M${from} ${at + 2}H${SHEET.width - SHEET.margin}`, 0.5, '#666666')
    at += 27
  })
  return at + 4
}

function drawSignature(sheet: Sheet, paper: Paper, head: Letterhead, y: number): number {
  if (paper.signature === 'none') return y
  const start = y + 64 > FOOT ? newPage(sheet) : y
  const box = { x: SHEET.width - SHEET.margin - 215, width: 215 }
  if (paper.signature === 'applicant') {
    sheet.line([box.x + 30, start + 34], [box.x + box.width - 10, start + 34], 0.5)
    setText(sheet, head.words.applicant, box, start + 50, body, { align: 'center' })
    return start + 74
  }
  const x = box.x + 62
  const scribble = `M${x} ${start + 22}c12-22 18-20 14-4c-3 12-8 10-2 0c8-13 14-12 12-2c-1 8 6 4 12-4c5-7 8 0 6 6c-1 5 8 2 14-3c6-5 9 1 8 4c-1 4 12 2 24-6`
  sheet.stroke(scribble, 1, '#1d3a8a')
  let at = setText(sheet, `(${head.headTeacher})`, box, start + 46, body, {
    align: 'center',
    leading: 1.4,
  })
  at = setText(sheet, head.post, box, at, body, { align: 'center', leading: 1.4 })
  at = setText(sheet, head.school, box, at, { size: 10 }, { align: 'center', leading: 1.4 })
  return at + 16
}

function drawCopies(sheet: Sheet, copies: readonly string[], head: Letterhead, y: number): void {
  const needed = (copies.length + 1) * 15
  let at = y + needed > FOOT + 20 ? newPage(sheet) : y
  for (const line of [
    head.words.copies,
    ...copies.map((copy, index) => `${toBengaliDigits(index + 1)}. ${copy}`),
  ]) {
    for (const set of breakLines(line, textBox.width, small)) {
      setLine(sheet, set, textBox, at, small)
      at += 15
    }
  }
}

function newPage(sheet: Sheet): number {
  sheet.nextPage()
  return 70
}
