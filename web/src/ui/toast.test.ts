import { describe, expect, it } from 'vitest'
import { createToastStore } from './toast.tsx'

describe('the queue of messages', () => {
  it('tells its readers what stands there, and lets the oldest go when there are too many', () => {
    const store = createToastStore()
    const seen: unknown[][] = []
    const stop = store.subscribe(() => seen.push(store.list().map(({ text }) => text)))
    for (const text of ['এক', 'দুই', 'তিন', 'চার']) store.show({ tone: 'ok', text })
    expect(seen.at(-1)).toEqual(['দুই', 'তিন', 'চার'])

    const middle = store.list()[1]
    if (middle) store.dismiss(middle.id)
    expect(seen.at(-1)).toEqual(['দুই', 'চার'])

    stop()
    store.show({ tone: 'error', text: 'পাঁচ' })
    expect(seen.at(-1)).toEqual(['দুই', 'চার'])
  })
})
