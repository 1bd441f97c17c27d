import { describe, expect, it } from 'vitest'
import { ContentKey } from './idempotency-key.ts'

describe('the idempotency key of a form', () => {
  const file = new File(['%PDF-1.4'], 'notice.pdf')

  it('is the same for unchanged content, so that a retry creates no second entry', () => {
    const key = new ContentKey<[string, File]>()
    expect(key.for(['ছুটি', file])).toBe(key.for(['ছুটি', file]))
  })

  it('changes with the content', () => {
    const key = new ContentKey<[string, File]>()
    const first = key.for(['ছুটি', file])
    const renamed = key.for(['ছুটির নোটিশ', file])
    const otherFile = key.for(['ছুটির নোটিশ', new File(['%PDF-1.4'], 'notice.pdf')])
    expect(new Set([first, renamed, otherFile]).size).toBe(3)
    // By its prefix the desktop app replaces a queued change.
    const prefixes = [first, renamed, otherFile].map((one) => one.split('.')[0])
    expect(new Set(prefixes).size).toBe(1)
  })

  it('is new after success, even for equal content', () => {
    const key = new ContentKey<[string, File]>()
    const first = key.for(['ছুটি', file])
    key.renew()
    expect(key.for(['ছুটি', file])).not.toBe(first)
  })
})
