import { describe, expect, it } from 'vitest'
import { createToastStore } from './toast.tsx'

describe('toast store', () => {
  it('notifies subscribers and removes the oldest message beyond the limit', () => {
    const store = createToastStore()
    const seen: unknown[][] = []
    const stop = store.subscribe(() => seen.push(store.list().map(({ text }) => text)))
    const action = { label: 'ফেরান', icon: 'undo', run: () => undefined } as const
    for (const text of ['এক', 'দুই', 'তিন', 'চার']) store.show({ tone: 'ok', text, action })
    expect(seen.at(-1)).toEqual(['দুই', 'তিন', 'চার'])

    const middle = store.list()[1]
    if (middle) store.dismiss(middle.id)
    expect(seen.at(-1)).toEqual(['দুই', 'চার'])

    stop()
    store.show({ tone: 'error', text: 'পাঁচ' })
    expect(seen.at(-1)).toEqual(['দুই', 'চার'])
  })

  it('replaces a message by the next, and keeps an undo until its records change', () => {
    const store = createToastStore()
    const texts = () => store.list().map(({ text }) => text)
    const action = { label: 'ফেরান', icon: 'undo', run: () => undefined } as const
    store.show({ tone: 'ok', text: 'মোছা', records: ['1', '2'], action })
    store.show({ tone: 'ok', text: 'প্রকাশ' })
    store.show({ tone: 'error', text: 'ব্যর্থ', records: ['3'] })
    expect(texts()).toEqual(['মোছা', 'ব্যর্থ'])
    store.clear()
    expect(texts()).toEqual(['মোছা'])
    store.show({ tone: 'ok', text: 'ফেরানো', records: ['2'] })
    expect(texts()).toEqual(['ফেরানো'])
  })
})
