import { describe, expect, it } from 'vitest'
import { comparedFields } from '../components/record-fields.ts'
import { editedFields, parseEdited } from './edit-change-dialog.tsx'
import { outboxSentence, partsText, tasksOf } from './outbox-texts.ts'

describe('outboxSentence', () => {
  const none = { collection: null, title: '', hasText: false, fileNames: [] }

  it('names the kind and title of an entry', () => {
    const change = { ...none, collection: 'notices', title: 'ছুটি', fileNames: ['ছুটি.pdf'] }
    expect(outboxSentence({ ...change, endpoint: 'createEntry' })).toBe('নোটিশ যোগ: ছুটি')
    expect(outboxSentence({ ...change, endpoint: 'updateEntry' })).toBe('নোটিশ, ফাইল বদল: ছুটি')
    expect(outboxSentence({ ...none, endpoint: 'updateSettings' })).toBe('চেহারা ও মেনু পরিবর্তন')
  })

  it('names a student count by class, shift and section', () => {
    const change = { ...none, endpoint: 'updateStudentCount', title: 'Nine Morning A' }
    expect(outboxSentence(change)).toMatch(/: নবম.*, প্রভাতী.*, ক/)
  })
})

it('names the text and the files of a change', () => {
  expect(partsText({ hasText: false, fileNames: ['ছুটি.pdf'] })).toBe('ছুটি.pdf')
  expect(partsText({ hasText: true, fileNames: ['১.jpg', '২.jpg', '৩.jpg'] })).toBe('লেখা ও ৩টি ফাইল')
})

describe('comparedFields', () => {
  it('returns the fields that a reader sees as different, with the labels of the forms', () => {
    const mine = { __v: '0', title: 'আমার', date: '2026-11-21', pinnedUntil: '' }
    const theirs = { __v: 2, title: 'তাঁর', date: '2026-11-20T18:00:00.000Z', size: 4 }
    expect(comparedFields('updateEntry', mine, theirs)).toEqual([
      { field: 'title', name: 'শিরোনাম', mine: 'আমার', theirs: 'তাঁর' },
    ])
  })

  it('compares the text and the names of the files', () => {
    const mine = { body: 'আমার লেখা', fileNames: ['১.jpg', '২.jpg'] }
    const theirs = { body: 'তাঁর লেখা', excerpt: 'তাঁর লেখা', fileNames: ['২.jpg', '১.jpg'] }
    expect(comparedFields('updateEntry', mine, theirs)).toMatchObject([
      { field: 'body', mine: 'আমার লেখা', theirs: 'তাঁর লেখা' },
      { field: 'fileNames', mine: '১.jpg, ২.jpg', theirs: '২.jpg, ১.jpg' },
    ])
  })

  it('compares nested settings, and lists by their labels', () => {
    const link = (label: string) => ({ menus: { apa: [{ label, href: '/' }] } })
    expect(comparedFields('updateSettings', link('এক'), link('দুই'))).toMatchObject([
      { field: 'menus.apa', mine: 'এক', theirs: 'দুই' },
    ])
  })
})

it('offers to overwrite another admin’s change only after a comparison', () => {
  const entry = {
    ...{ seq: 1, state: 'attention' as const, collection: 'notices', title: 'ছুটি' },
    ...{
      hasText: false,
      fileNames: [],
      bytes: 9,
      progress: null,
      createdAt: '2026-11-21T04:00:00.000Z',
      editable: true,
    },
  }
  const refused = (endpoint: string, code: string, fields = {}) =>
    tasksOf({ ...entry, endpoint, refusal: { code, sentence: '', fields } })
  expect(refused('updateEntry', 'conflict')).toEqual(['compare', 'discard'])
  expect(refused('updateEntry', 'validation_failed')).toEqual(['compare', 'edit', 'discard'])
  const title = { title: 'দীর্ঘ' }
  expect(refused('updateEntry', 'validation_failed', title)).toEqual(['edit', 'compare', 'discard'])
  expect(refused('updateEntry', 'not_found')).toEqual(['discard'])
  expect(refused('createEntry', 'too_large')).toEqual(['again', 'edit', 'discard'])
  expect(refused('deleteEntry', 'cross_site')).toEqual(['again', 'edit', 'discard'])
})

it('edits rejected fields, and returns them as the form would send them', () => {
  const fields = { title: 'ছুটি', publishAt: '2026-11-21T04:30:00.000Z', girls: 5 }
  const wrong = { publishAt: 'ভুল', girls: 'ভুল' }
  const entry = {
    ...{ seq: 1, state: 'attention' as const, collection: 'notices', title: 'ছুটি' },
    ...{
      hasText: false,
      fileNames: [],
      bytes: 9,
      progress: null,
      createdAt: '2026-11-21T04:00:00.000Z',
      editable: true,
    },
    ...{ endpoint: 'createEntry', refusal: { code: 'x', sentence: '', fields: wrong } },
  }
  const edited = editedFields(entry, fields)
  expect(edited.map(({ field, value }) => [field, value])).toEqual([
    ['title', 'ছুটি'],
    ['publishAt', '2026-11-21 10:30'],
  ])
  const typed = { title: 'শীতের ছুটি', publishAt: '2026-11-22 09:00' }
  expect(parseEdited(edited, typed)).toEqual({
    fields: { title: 'শীতের ছুটি', publishAt: '2026-11-22T03:00:00.000Z' },
    wrong: {},
  })
  expect(parseEdited(edited, { title: ' ', publishAt: '' })).toMatchObject({
    fields: { publishAt: null },
    wrong: { title: expect.stringContaining('শিরোনাম') },
  })
  expect(parseEdited(edited, { title: 'ছুটি', publishAt: 'কাল 09:00' }).wrong).toHaveProperty(
    'publishAt',
  )
  const counts = { ...entry, endpoint: 'updateStudentCount', collection: null }
  const [girls] = editedFields(counts, fields)
  expect(parseEdited(girls ? [girls] : [], { girls: '১২' }).fields).toEqual({ girls: 12 })
  expect(parseEdited(girls ? [girls] : [], { girls: 'বারো' }).wrong.girls).toBeTruthy()
  // The name of a kind is chosen; its id says nothing to a person.
  const ofKind = { ...entry, refusal: { code: 'x', sentence: '', fields: { kind: 'ভুল' } } }
  const kinds = editedFields(ofKind, { title: 'ছুটি', kind: 'k3v9' })
  expect(kinds.map(({ field, kind }) => [field, kind])).toEqual([
    ['title', 'text'],
    ['kind', 'kind'],
  ])
  expect(parseEdited(kinds, { title: 'ছুটি', kind: '' }).fields).toMatchObject({ kind: null })
})
