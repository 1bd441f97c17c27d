import { BACKUP_FAULTS, BACKUP_TASKS } from '@bidyaloy/shared/school/backup'
import { expect, it } from 'vitest'
import { outcomeSentence } from './now-card.tsx'

const at = '2026-11-21T02:30:00.000Z'
const contents = {
  ...{ at: '2026-11-20T20:00:00.000Z', entries: 120, records: { studentCounts: 8 }, files: 480 },
  ...{ bytes: 5 * 1024 * 1024, pictures: 300, unreadable: 0, missing: 0 },
}

it('describes the contents of a verified backup, and what it lacks', () => {
  const verified = { task: 'verify', backupId: 'x', at, fault: null, contents } as const
  expect(outcomeSentence(verified)).toBe(
    '২১ নভেম্বর ২০২৬, রাত ২:০০ সময়ের ব্যাকআপটি সম্পূর্ণ ও অক্ষত। এতে আছে ১২০টি নোটিশ, খবর, ডাউনলোড ও ছবি, ৮টি শাখার শিক্ষার্থীর সংখ্যা এবং ৪৮০টি ফাইল (৫ মেগাবাইট)।',
  )
  const incomplete = { ...contents, unreadable: 2, missing: 1, leftOut: ['entry a file'] }
  const sentence = outcomeSentence({ ...verified, contents: incomplete })
  expect(sentence).toContain('২টি ছবি খোলা যায়নি')
  expect(sentence).toContain('১টি ফাইল')
  expect(sentence).toContain('১টি তথ্য')
})

it('has a whole sentence for every result of every task', () => {
  for (const task of BACKUP_TASKS) {
    for (const fault of [null, ...BACKUP_FAULTS]) {
      const sentence = outcomeSentence({ task, backupId: null, at, fault, contents: null })
      expect(sentence).toMatch(/^[^{}]+।$/)
    }
  }
})
