import { describe, expect, it } from 'vitest'
import { differingFields, mergedValues, proposedSides, sameValues } from './use-record-form.ts'

describe('two concurrent changes of a record', () => {
  const base = { phone: '১', email: 'a@b.bd', address: 'পুরোনো সড়ক' }

  it('are equal if they differ only in blanks and Unicode normalization', () => {
    expect(sameValues(base, { ...base, phone: ' ১ ' })).toBe(true)
    expect(sameValues({ name: 'বিদ্যাল\u09df' }, { name: 'বিদ্যাল\u09af\u09bc' })).toBe(true)
    expect(differingFields(base, { ...base, phone: '২' })).toEqual(['phone'])
  })

  it('propose `theirs` for a field that only they have changed', () => {
    const mine = { ...base, phone: '২', email: 'mine@b.bd' }
    const theirs = { ...base, email: 'theirs@b.bd', address: 'নতুন সড়ক' }
    const sides = proposedSides(base, mine, theirs)
    expect(sides).toEqual({ phone: 'mine', email: 'mine', address: 'theirs' })
    expect(mergedValues(mine, theirs, sides)).toEqual({
      phone: '২',
      email: 'mine@b.bd',
      address: 'নতুন সড়ক',
    })
  })

  it('are merged by the chosen sides', () => {
    const mine = { ...base, phone: '২' }
    const theirs = { ...base, phone: '৩' }
    expect(mergedValues(mine, theirs, { phone: 'theirs' })).toEqual(theirs)
    expect(mergedValues(mine, theirs, { phone: 'mine' })).toEqual(mine)
  })
})
