import { describe, expect, it } from 'vitest'
import { createDraftStore } from './drafts.ts'

function memory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { size(): number } {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    size: () => kept.size,
  }
}

describe('drafts', () => {
  it('gives back what was typed, form by form, until it is published', () => {
    const storage = memory()
    const drafts = createDraftStore(() => storage)
    drafts.store('notices', { title: 'ছুটির নোটিশ', date: '' })
    drafts.store('news', { title: 'বিজ্ঞান মেলা', date: '2026-01-02' })

    const afterReload = createDraftStore(() => storage)
    expect(afterReload.read('notices')).toEqual({ title: 'ছুটির নোটিশ', date: '' })
    afterReload.forget('notices')
    expect(afterReload.read('notices')).toEqual({})
    expect(afterReload.read('news').title).toBe('বিজ্ঞান মেলা')
  })

  it('keeps what was typed for one site from another', () => {
    const storage = memory()
    let site = 'first:'
    const drafts = createDraftStore(
      () => storage,
      () => site,
    )
    drafts.store('notices', { title: 'ছুটির নোটিশ' })
    site = 'second:'
    expect(drafts.read('notices')).toEqual({})
    site = 'first:'
    expect(drafts.read('notices').title).toBe('ছুটির নোটিশ')
  })

  it('leaves nothing behind when a form is emptied', () => {
    const storage = memory()
    const drafts = createDraftStore(() => storage)
    drafts.store('notices', { title: 'ছুটি' })
    drafts.store('notices', { title: '  ' })
    expect(storage.size()).toBe(0)
  })

  it('reads nothing from what it cannot understand', () => {
    const storage = memory()
    const drafts = createDraftStore(() => storage)
    storage.setItem('draft:notices', '{"title":')
    expect(drafts.read('notices')).toEqual({})
    storage.setItem('draft:notices', '{"title":["not","text"]}')
    expect(drafts.read('notices')).toEqual({})
  })

  it('lets the form work where the browser refuses to keep anything', () => {
    const drafts = createDraftStore(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    drafts.store('notices', { title: 'ছুটি' })
    expect(drafts.read('notices')).toEqual({})
  })
})
