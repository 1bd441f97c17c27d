import { NewEntry } from '@bidyaloy/shared/collections/entry'
import { describe, expect, it } from 'vitest'
import { contractResolver } from './contract-resolver.ts'

const resolver = contractResolver(
  NewEntry,
  ({ title, date }) => ({ title, ...(date && { date }) }),
  ({ title = '' }) => (title.includes('?') ? { title: 'প্রশ্ন নয়' } : {}),
)
const resolve = (values: Record<string, string>) =>
  resolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })
const messagesOf = async (values: Record<string, string>) => {
  const { errors } = await resolve(values)
  return { title: errors.title?.message, date: errors.date?.message }
}

describe('contractResolver', () => {
  it('accepts what the server accepts', async () => {
    const values = { title: 'ছুটির নোটিশ', date: '' }
    expect(await resolve(values)).toEqual({ values, errors: {} })
  })

  it("returns the server's messages, with Bengali digits", async () => {
    expect(await messagesOf({ title: ' \u200b ', date: '' })).toEqual({
      title: 'শিরোনাম লিখুন।',
      date: undefined,
    })
    const { title, date } = await messagesOf({ title: 'ক'.repeat(301), date: '31-12-2026' })
    expect(title).toBe('শিরোনাম ৩০০ অক্ষরের বেশি হতে পারবে না।')
    expect(date).toBe('সঠিক তারিখ দিন।')
  })

  it('adds messages that the schema cannot know', async () => {
    expect((await messagesOf({ title: 'ছুটি?', date: '' })).title).toBe('প্রশ্ন নয়')
  })
})
