import { expect, it } from 'vitest'
import { proposedCollection } from '../collections/proposals.ts'
import { fillReadyNotice, readyNotices } from './ready-notices.ts'

it.each(readyNotices)('fills both blanks of «$name», which is a notice', (notice) => {
  const [first, second] = notice.blanks
  expect(notice.title).toContain('{1}')
  for (const blank of ['{1}', '{2}']) expect(notice.text).toContain(blank)
  expect(first.label).not.toBe(second.label)
  const filled = fillReadyNotice(notice, [first.example, second.example])
  expect(`${filled.title} ${filled.text}`).not.toMatch(/[{}]/)
  expect(filled.title.length).toBeLessThanOrEqual(200)
  expect(proposedCollection({ ...filled, files: [] }, '2026-11-28')).toBe('notices')
})
