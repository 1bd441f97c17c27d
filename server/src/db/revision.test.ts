import { expect, it } from 'vitest'
import { createRevisions } from './revision.ts'

/** What `prepare` was called with, and functions that end the calls. */
function preparation() {
  const calls: number[] = []
  const ends: (() => void)[] = []
  const prepare = (revision: number) => {
    calls.push(revision)
    return new Promise<void>((resolve) => {
      ends.push(resolve)
    })
  }
  return { calls, ends, prepare }
}

it('prepares once for the commits of the meantime, before the revision changes', async () => {
  const revisions = createRevisions()
  const { calls, ends, prepare } = preparation()
  revisions.beforeChange(prepare)
  const first = revisions.commit()
  await expect.poll(() => calls).toEqual([2])
  const others = [revisions.commit(), revisions.commit()]
  expect([revisions.committed, revisions.revision]).toEqual([4, 1])
  ends[0]?.()
  await first
  expect(revisions.revision).toBe(2)
  await expect.poll(() => calls).toEqual([2, 4])
  ends[1]?.()
  await Promise.all(others)
  expect(revisions.revision).toBe(4)
})

it('does not wait when another process has committed', async () => {
  const revisions = createRevisions()
  const { calls, ends, prepare } = preparation()
  const changes: number[] = []
  revisions.beforeChange(prepare)
  revisions.onChange(() => changes.push(revisions.revision))
  const own = revisions.commit()
  await expect.poll(() => calls).toEqual([2])
  revisions.commitOfOthers()
  expect(revisions.revision).toBe(3)
  for (const end of ends) end()
  await own
  expect(changes).toEqual([3])
})

it('does not wait for longer than its time', async () => {
  const revisions = createRevisions()
  const end = revisions.beforeChange(() => new Promise(() => undefined))
  await revisions.commit()
  expect(revisions.revision).toBe(2)
  end()
  await revisions.commit()
  expect(revisions.revision).toBe(3)
})
