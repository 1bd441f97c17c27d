import { expect, it } from 'vitest'
import { historyPieces } from './history.ts'

it('parts a history at blank lines and at headings', () => {
  expect(historyPieces('শুরু।\nআরও।\r\n\r\n## জাতীয়করণ\nপরে।\n\n\n')).toEqual([
    { kind: 'paragraph', text: 'শুরু।\nআরও।' },
    { kind: 'heading', text: 'জাতীয়করণ' },
    { kind: 'paragraph', text: 'পরে।' },
  ])
})

it('finds nothing in an empty history', () => {
  expect(historyPieces(' \n\n ')).toEqual([])
})
