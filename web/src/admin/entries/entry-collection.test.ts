import { collections } from '@bidyaloy/shared/collections/registry'
import { describe, expect, it } from 'vitest'
import { fileWarning } from './entry-collection.ts'

describe('the warning beside a chosen file', () => {
  const warn = (name: string, size = 1024, type = '') =>
    fileWarning(collections.notices, { name, size, type })

  it('is silent about what the server usually takes', () => {
    for (const name of ['ছুটি.pdf', 'SCAN.JPG', 'photo.jpeg', 'ভর্তি.ফরম.docx']) {
      expect(warn(name)).toBeNull()
    }
  })

  it('names the kinds that are taken', () => {
    expect(warn('page.html')).toContain('PDF')
    expect(warn('without-extension')).toContain('DOCX')
  })

  it('tells the size of a file that is probably too large', () => {
    expect(warn('big.pdf', 30 * 1024 * 1024)).toContain('৩০ মেগাবাইট')
  })
})
