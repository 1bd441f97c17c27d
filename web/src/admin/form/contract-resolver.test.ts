import { NewEntry } from '@bidyaloy/shared/collections/entry'
import type { ResolverOptions } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import { contractResolver } from './use-record-form.ts'

interface Values {
  title: string
  date: string
}

const options: ResolverOptions<Values> = { fields: {}, shouldUseNativeValidation: false }
const resolver = contractResolver<Values>(
  NewEntry,
  ({ title, date }) => ({ title, ...(date && { date }) }),
  ({ title }) => (title.includes('?') ? { title: 'প্রশ্ন নয়' } : {}),
)
const messagesOf = async (values: Values) => {
  const { errors } = await resolver(values, undefined, options)
  return { title: errors.title?.message, date: errors.date?.message }
}

describe('validating a form by the contract', () => {
  it('lets through what the server would take', async () => {
    const values = { title: 'ছুটির নোটিশ', date: '' }
    expect(await resolver(values, undefined, options)).toEqual({ values, errors: {} })
  })

  it("says the server's sentences, numbers in Bengali digits", async () => {
    expect(await messagesOf({ title: ' \u200b ', date: '' })).toEqual({
      title: 'শিরোনাম লিখুন।',
      date: undefined,
    })
    const { title, date } = await messagesOf({ title: 'ক'.repeat(301), date: '31-12-2026' })
    expect(title).toBe('শিরোনাম ৩০০ অক্ষরের বেশি হতে পারবে না।')
    expect(date).toBe('সঠিক তারিখ দিন।')
  })

  it('adds what the schema cannot see', async () => {
    expect((await messagesOf({ title: 'ছুটি?', date: '' })).title).toBe('প্রশ্ন নয়')
  })
})
