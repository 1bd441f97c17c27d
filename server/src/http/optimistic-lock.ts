/* Shared by all features with versioned records. */
import { Problem } from '@bidyaloy/shared/api/problem'

/**
 * Checks that a write is based on the current version. A write without a version passes.
 * @throws Problem `conflict`
 */
export function assertVersion(current: number, seen: number | undefined): void {
  if (seen === undefined || seen === current) return
  throw new Problem('conflict', {
    sentence: {
      bn: 'অন্য কেউ এরই মধ্যে তথ্যটি পরিবর্তন করেছেন। নতুন করে দেখে আবার সংরক্ষণ করুন।',
      en: 'Someone else has changed this record. Reload it and save again.',
    },
  })
}
