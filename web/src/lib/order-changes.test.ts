import { describe, expect, it } from 'vitest'
import { orderChanges } from './order-changes.ts'

const listed = (...orders: number[]) => orders.map((order, at) => ({ _id: `${at}`, order }))

describe('the order of records', () => {
  it('changes one place for a move', () => {
    expect(orderChanges(listed(1, 2, 3))).toEqual([])
    expect(orderChanges(listed(2, 1, 3))).toEqual([{ _id: '0', order: 0 }])
    expect(orderChanges(listed(1, 3, 2, 4))).toEqual([{ _id: '1', order: 1.5 }])
    expect(orderChanges(listed(1, 2, 4, 3))).toEqual([{ _id: '2', order: 2.5 }])
  })

  it('numbers all anew if no number lies between', () => {
    const next = 1 + Number.EPSILON
    expect(orderChanges(listed(1, 5, next, 6))).toHaveLength(1)
    expect(orderChanges(listed(1, 1, 1))).toEqual([
      { _id: '1', order: 2 },
      { _id: '2', order: 3 },
    ])
  })
})
