import { describe, expect, it } from 'vitest'
import { fieldTexts } from '../api/issue-text.ts'
import { NewEntry, Title } from './entry.ts'
import { DateTime } from './entry-properties.ts'
import { videoIdOf } from './video.ts'

describe('input of an entry', () => {
  it('trims a title and normalizes it to NFC', () => {
    expect(Title.parse('  উদ্‌যাপন — র‍্যালি\u00a0 ')).toBe('উদ্‌যাপন — র‍্যালি')
    expect(Title.parse('সময়')).toBe('সময়'.normalize('NFC'))
  })

  it.each([
    ['', 'empty'],
    ['   ', 'blank'],
    ['\u200b\u2060\ufeff', 'invisible'],
    ['\u3164', 'a filler'],
    ['a\nb', 'two lines'],
    ['a\u0000b', 'a control character'],
    ['a\u202eb', 'a direction override'],
    ['ক'.repeat(301), 'too long'],
  ])('rejects %j: %s', (title) => {
    expect(Title.safeParse(title).success).toBe(false)
  })

  it('returns error messages in both languages', () => {
    const parsed = NewEntry.safeParse({ title: 'ক'.repeat(301), date: 'কাল' })
    expect(parsed.success).toBe(false)
    expect(parsed.error && fieldTexts(parsed.error)).toEqual({
      title: {
        bn: 'শিরোনাম ৩০০ অক্ষরের বেশি হতে পারবে না।',
        en: 'The title cannot be longer than 300 characters.',
      },
      date: { bn: 'সঠিক তারিখ দিন।', en: 'Enter a valid date.' },
    })
  })

  it('parses a bare date as the start of that day in Dhaka', () => {
    expect(DateTime.parse('2026-11-21')).toBe('2026-11-20T18:00:00.000Z')
    expect(DateTime.parse('2026-11-21T08:00:00+06:00')).toBe('2026-11-21T02:00:00.000Z')
    expect(DateTime.safeParse('2026-02-30').success).toBe(false)
    expect(DateTime.safeParse('21/11/2026').success).toBe(false)
  })

  it.each([
    'https://www.youtube.com/watch?v=abcdefghi-_',
    'https://youtube.com/watch?list=x&v=abcdefghi-_&t=3',
    'https://youtu.be/abcdefghi-_?si=x',
    'https://www.youtube.com/embed/abcdefghi-_',
    'https://m.youtube.com/shorts/abcdefghi-_',
    'https://www.youtube.com/live/abcdefghi-_',
  ])('finds the video id in %s', (link) => {
    expect(videoIdOf(link)).toBe('abcdefghi-_')
  })

  it.each([
    'http://www.youtube.com/watch?v=abcdefghi-_',
    'https://youtube.com.evil.example/watch?v=abcdefghi-_',
    'https://evil.example/https://youtu.be/abcdefghi-_',
    'https://user@youtube.com/watch?v=abcdefghi-_',
    'https://youtu.be/short',
    'https://www.youtube.com/abcdefghi-_',
    'javascript:alert(1)//youtu.be/abcdefghi-_',
    'abcdefghi-_',
  ])('finds no video id in %s', (link) => {
    expect(videoIdOf(link)).toBeNull()
  })
})
