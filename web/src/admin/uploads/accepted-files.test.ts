import { describe, expect, it } from 'vitest'
import { fileWarning, tooLargeText } from './accepted-files.ts'

describe('the warning beside a chosen file', () => {
  const warn = (name: string) => fileWarning('notices', { name })

  it('is null for files that everyone can open', () => {
    for (const name of ['ছুটি.pdf', 'SCAN.JPG', 'photo.jpeg', 'ঠিকানা.txt']) {
      expect(warn(name)).toBeNull()
    }
    expect(fileWarning('downloads', { name: 'ভর্তি.ফরম.docx' })).toBeNull()
  })

  it('names the accepted kinds', () => {
    expect(warn('page.html')).toContain('PDF')
    expect(warn('without-extension')).toContain('DOCX')
  })

  it('suggests PDF for an Office file in a collection that everyone reads', () => {
    for (const name of ['নোটিশ.docx', 'রুটিন.XLS', 'সভা.pptx']) expect(warn(name)).toContain('PDF')
    expect(fileWarning('news', { name: 'খবর.doc' })).toContain('PDF')
  })
})

it('names the size, the limit and how to scan a smaller file', () => {
  const text = tooLargeText({ size: 30 * 1024 * 1024, type: 'application/pdf' }, 10 * 1024 * 1024)
  expect(text).toContain('৩০ মেগাবাইট')
  expect(text).toContain('১০ মেগাবাইটের বেশি')
  expect(text).toContain('২০০ ডিপিআই, সাদাকালো')
  expect(tooLargeText({ size: 30 * 1024 * 1024, type: 'image/jpeg' }, 1024)).toBeNull()
})
