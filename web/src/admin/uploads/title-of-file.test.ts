import { describe, expect, it } from 'vitest'
import { titleOfFile } from './prepare-file.ts'

describe('the title proposed by a file', () => {
  it('is the name of the file', () => {
    expect(titleOfFile({ name: 'শহিদ_মিনারে  পুষ্পস্তবক.jpg' })).toBe('শহিদ মিনারে পুষ্পস্তবক')
    expect(titleOfFile({ name: 'Photo of the assembly.jpg' })).toBe('Photo of the assembly')
    expect(titleOfFile({ name: 'দুই.png' })).toBe('দুই')
    expect(titleOfFile({ name: 'Class routine v1.2.pdf' })).toBe('Class routine v1.2')
    expect(titleOfFile({ name: 'পরীক্ষার-রুটিন-স্ক্যান.pdf' })).toBe('পরীক্ষার রুটিন স্ক্যান')
    expect(titleOfFile({ name: 'ছুটির-তালিকা-২০২৬-২৭.pdf' })).toBe('ছুটির তালিকা ২০২৬-২৭')
  })

  it('is empty for one word that is not Bengali', () => {
    const names = ['setup.exe', 'bad.pdf', 'big.pdf', 'Routine 2026.pdf', 'x-2.png']
    expect(names.map((name) => titleOfFile({ name })).filter(Boolean)).toEqual([])
  })

  it('is empty for a generic name', () => {
    const names = [
      'IMG_2034',
      'IMG-20261121-WA0004',
      'DSC01234',
      '20261121',
      'Scan 3',
      'a1',
      'image (1)',
      'notice',
      'Notice-2',
      'নোটিশ',
      'নোটিশ_২',
      'CamScanner 11-22-2026',
    ]
    const namesWithText = [
      'WhatsApp Image 2026-11-21 at 10.15.20 AM',
      'পেস্ট-করা-ছবি',
      'Screenshot 2026-11-21',
    ]
    const found = [...names, ...namesWithText].map((name) => titleOfFile({ name: `${name}.jpg` }))
    expect(found.filter(Boolean)).toEqual([])
  })

  it.each([
    ['fwZ©_weÁwß_2026.pdf', 'fwZ© weÁwß 2026'],
    ['wkÿv_©x ZvwjKv.pdf', 'wkÿv_©x ZvwjKv'],
    ['wkÿv_©x_ZvwjKv.pdf', 'wkÿv_©x ZvwjKv'],
    ['cÖ_g mvgwqK.pdf', 'cÖ_g mvgwqK'],
  ])('keeps the underscores of %s that are Bijoy letters', (name, title) => {
    expect(titleOfFile({ name })).toBe(title)
  })
})
