import { describe, expect, it } from 'vitest'
import { fileWarning, refusedText } from './accepted-files.ts'

const MEGABYTE = 1024 * 1024
const named = (name: string, type = '') => ({ name, type, size: 1 })

describe('the reason why a file is not sent', () => {
  const reason = (name: string, type = '') => refusedText('notices', named(name, type), MEGABYTE)

  it('is null for accepted files, and where only their content tells the kind', () => {
    for (const name of ['ছুটি.pdf', 'SCAN.JPG', 'photo.jpeg', 'ঠিকানা.txt', 'without-extension']) {
      expect(reason(name)).toBeNull()
    }
    expect(reason('photo.jfif', 'image/jpeg')).toBeNull()
  })

  it('says what to give instead', () => {
    expect(reason('setup.exe')).toBe('এই ফাইল দেওয়া যাবে না। PDF, Word বা ছবি দিন।')
    expect(reason('page.html', 'text/html')).toContain('PDF')
    expect(reason('IMG_1.HEIC', 'image/heic')).toContain('JPG')
    expect(refusedText('albums', named('নোটিশ.pdf'), MEGABYTE)).toContain('ছবি দিন')
    expect(refusedText('albums', named('IMG_1.HEIC'), MEGABYTE)).toBeNull()
  })

  it('is the size, the limit and how to scan a smaller file', () => {
    const large = { name: 'a.pdf', size: 30 * MEGABYTE, type: 'application/pdf' }
    const text = refusedText('notices', large, 10 * MEGABYTE)
    expect(text).toContain('৩০ মেগাবাইট')
    expect(text).toContain('১০ মেগাবাইটের বেশি')
    expect(text).toContain('২০০ ডিপিআই, সাদাকালো')
    // Pictures are shrunk first.
    const photo = { name: 'a.jpg', size: 30 * MEGABYTE, type: 'image/jpeg' }
    expect(refusedText('notices', photo, 1024)).toBeNull()
  })
})

describe('the warning beside a chosen file', () => {
  const warn = (name: string) => fileWarning('notices', { name })

  it('is null for files that everyone can open, or whose text the page shows', () => {
    for (const name of ['ছুটি.pdf', 'নোটিশ.docx', 'রুটিন.XLSX']) expect(warn(name)).toBeNull()
    expect(fileWarning('downloads', { name: 'ভর্তি.ফরম.docx' })).toBeNull()
  })

  it('suggests PDF for a file of an older Office in a collection that everyone reads', () => {
    for (const name of ['নোটিশ.doc', 'রুটিন.XLS', 'সভা.ppt']) expect(warn(name)).toContain('PDF')
    expect(fileWarning('news', { name: 'খবর.doc' })).toContain('PDF')
  })
})
