import { describe, expect, it } from 'vitest'
import { ContentKey } from './idempotency-key.ts'

describe('the key of a form', () => {
  const file = new File(['%PDF-1.4'], 'notice.pdf')

  it('stays while the same is sent again, so that a lost answer makes no second entry', () => {
    const key = new ContentKey<[string, File]>()
    expect(key.for(['ছুটি', file])).toBe(key.for(['ছুটি', file]))
  })

  it('changes with the content, which the server would otherwise overlook', () => {
    const key = new ContentKey<[string, File]>()
    const first = key.for(['ছুটি', file])
    const renamed = key.for(['ছুটির নোটিশ', file])
    const otherFile = key.for(['ছুটির নোটিশ', new File(['%PDF-1.4'], 'notice.pdf')])
    expect(new Set([first, renamed, otherFile]).size).toBe(3)
    // By this the desktop program takes one for the other, while neither has arrived.
    const forms = [first, renamed, otherFile].map((one) => one.split('.')[0])
    expect(new Set(forms).size).toBe(1)
  })

  it('is new after success, even for an entry that looks the same', () => {
    const key = new ContentKey<[string, File]>()
    const first = key.for(['ছুটি', file])
    key.renew()
    expect(key.for(['ছুটি', file])).not.toBe(first)
  })
})
