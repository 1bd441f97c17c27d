import { describe, expect, it } from 'vitest'
import { createToastStore } from './toast.tsx'

describe('toast store', () => {
  it('notifies subscribers and removes the oldest message beyond the limit', () => {
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
