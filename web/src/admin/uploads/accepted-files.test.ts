import { describe, expect, it } from 'vitest'
import { fileWarning, tooLargeText } from './accepted-files.ts'

describe('the warning beside a chosen file', () => {
  const warn = (name: string) => fileWarning('notices', { name })

  it('is silent about what everyone can open', () => {
    for (const name of ['ছুটি.pdf', 'SCAN.JPG', 'photo.jpeg', 'ঠিকানা.txt']) {
      expect(warn(name)).toBeNull()
    }
    expect(fileWarning('downloads', { name: 'ভর্তি.ফরম.docx' })).toBeNull()
  })

  it('names the kinds that are taken', () => {
    expect(warn('page.html')).toContain('PDF')
    expect(warn('without-extension')).toContain('DOCX')
  })

  it('suggests PDF for an office file that everyone must read', () => {
    for (const name of ['নোটিশ.docx', 'রুটিন.XLS', 'সভা.pptx']) expect(warn(name)).toContain('PDF')
    expect(fileWarning('news', { name: 'খবর.doc' })).toContain('PDF')
  })
})

it('tells the size, the limit and the way to a smaller scan', () => {
  const text = tooLargeText({ size: 30 * 1024 * 1024, type: 'application/pdf' }, 10 * 1024 * 1024)
  expect(text).toContain('৩০ মেগাবাইট')
  expect(text).toContain('১০ মেগাবাইটের বেশি')
  expect(text).toContain('২০০ ডিপিআই, সাদাকালো')
  expect(tooLargeText({ size: 30 * 1024 * 1024, type: 'image/jpeg' }, 1024)).toBeNull()
})
