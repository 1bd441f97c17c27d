import type { Entry } from '@bidyaloy/shared/collections/entry'
import { describe, expect, it } from 'vitest'
import {
  changedTiming,
  isPinnedAt,
  momentOf,
  NO_TIMING,
  newTiming,
  statusOf,
  timingOf,
  untilText,
  wrongTiming,
} from './timing.ts'

const entry: Entry = {
  _id: 'a',
  title: 'ছুটি',
  date: '2026-11-21T03:00:00.000Z',
  createdAt: '',
  __v: 0,
}

describe('the dates of an entry', () => {
  it('are converted between Dhaka time and ISO 8601', () => {
    expect(momentOf('2026-11-22', '09:30')).toBe('2026-11-22T03:30:00.000Z')
    expect(newTiming({ ...NO_TIMING, expiryDay: '2026-11-30', pinDay: '2026-11-25' })).toEqual({
      expiresAt: '2026-11-30T18:00:00.000Z',
      pinnedUntil: '2026-11-25T18:00:00.000Z',
    })
    expect(newTiming(NO_TIMING)).toEqual({})
  })

  it('are read back as they were set', () => {
    const timing = {
      date: '2026-11-20',
      publishDay: '2026-12-01',
      publishTime: '09:30',
      expiryDay: '2026-12-31',
      expiryTime: '24:00',
      pinDay: '2026-12-05',
    }
    const { date: _, ...moments } = newTiming(timing)
    const set = Object.fromEntries(Object.entries(moments).map(([name, at]) => [name, String(at)]))
    expect(timingOf({ ...entry, date: '2026-11-20T00:00:00+06:00', ...set })).toEqual(timing)
  })

  it('are sent only if changed, and null if emptied', () => {
    const before = timingOf({ ...entry, expiresAt: '2026-11-30T11:17:00.000Z' })
    expect(changedTiming(before, before)).toEqual({})
    expect(changedTiming(before, { ...before, date: '2026-11-01', expiryDay: '' })).toEqual({
      date: '2026-11-01',
      expiresAt: null,
    })
  })

  it('are invalid if the expiry is not after the publish date', () => {
    const day = { ...NO_TIMING, publishDay: '2026-12-01', expiryDay: '2026-12-01' }
    expect(wrongTiming(day)).toEqual({})
    expect(Object.keys(wrongTiming({ ...day, expiryTime: '00:00' }))).toEqual(['expiresAt'])
  })

  it('are invalid if a typed day was not understood, so that no other day is sent', () => {
    const typed = {
      ...NO_TIMING,
      date: '12',
      publishDay: 'কাল',
      expiryDay: '2026-12-01',
      pinDay: '?',
    }
    expect(Object.keys(wrongTiming(typed)).sort()).toEqual(['date', 'pinnedUntil', 'publishAt'])
  })

  it('name the day before midnight as the last day', () => {
    expect(untilText('2026-11-30T18:00:00.000Z')).toContain('৩০ নভেম্বর')
    expect(untilText('2026-11-30T11:00:00.000Z')).toBe('৩০ নভেম্বর ২০২৬, বিকাল ৫:০০')
  })
})

describe('the status of an entry', () => {
  const now = Date.parse('2026-11-21T06:00:00Z')

  it('changes exactly at the publish and expiry dates', () => {
    const at = '2026-11-21T06:00:00.000Z'
    expect(statusOf(entry, now)).toBe('visible')
    expect(statusOf({ ...entry, publishAt: at }, now - 1)).toBe('scheduled')
    expect(statusOf({ ...entry, publishAt: at }, now)).toBe('visible')
    expect(statusOf({ ...entry, expiresAt: at }, now - 1)).toBe('visible')
    expect(statusOf({ ...entry, expiresAt: at }, now)).toBe('expired')
    expect([isPinnedAt({ ...entry, pinnedUntil: at }, now - 1), isPinnedAt(entry, now)]).toEqual([
      true,
      false,
    ])
  })
})
