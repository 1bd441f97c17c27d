import { describe, expect, it } from 'vitest'
import { createDraftStore } from './drafts.ts'

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    size: () => items.size,
  }
}

describe('drafts', () => {
  it('survive a reload, for each form, until forgotten', () => {
    const storage = memoryStorage()
    const drafts = createDraftStore(() => storage)
    drafts.store('notices', { title: 'ছুটির নোটিশ', date: '' })
    drafts.store('news', { title: 'বিজ্ঞান মেলা', date: '2026-01-02' })

    const afterReload = createDraftStore(() => storage)
    expect(afterReload.read('notices')).toEqual({ title: 'ছুটির নোটিশ', date: '' })
    afterReload.forget('notices')
    expect(afterReload.read('notices')).toEqual({})
    expect(afterReload.read('news').title).toBe('বিজ্ঞান মেলা')
  })

  it('are separate for each site', () => {
    const storage = memoryStorage()
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

  it('are removed when all fields are blank', () => {
    const storage = memoryStorage()
    const drafts = createDraftStore(() => storage)
    drafts.store('notices', { title: 'ছুটি' })
    drafts.store('notices', { title: '  ' })
    expect(storage.size()).toBe(0)
  })

  it('are empty if the stored value is invalid', () => {
    const storage = memoryStorage()
    const drafts = createDraftStore(() => storage)
    storage.setItem('draft:notices', '{"title":')
    expect(drafts.read('notices')).toEqual({})
    storage.setItem('draft:notices', '{"title":["not","text"]}')
    expect(drafts.read('notices')).toEqual({})
  })

  it('are empty if the browser denies storage', () => {
    const drafts = createDraftStore(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    drafts.store('notices', { title: 'ছুটি' })
    expect(drafts.read('notices')).toEqual({})
  })
})
