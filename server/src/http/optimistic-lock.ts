import { Problem } from '@bidyaloy/shared/api/problem'

/** The refusal of a write that did not see the latest version. */
function staleVersion(): Problem {
  return new Problem('conflict', {
    sentence: {
      bn: 'অন্য কেউ এরই মধ্যে তথ্যটি পরিবর্তন করেছেন। নতুন করে দেখে আবার সংরক্ষণ করুন।',
      en: 'Someone else has changed this meanwhile. Look at it again and save anew.',
    },
  })
}

/** Lets a write pass that carries no version, or the present one. @throws Problem `conflict` */
export function assertVersion(present: number, seen: number | undefined): void {
  if (seen !== undefined && seen !== present) throw staleVersion()
}
