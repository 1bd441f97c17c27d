import { describe, expect, it, vi } from 'vitest'
import { HOME_PATH, LOGIN_PATH, loginPath, safeReturnPath } from './return-path.ts'

describe('the way back after signing in', () => {
  it('leads to the screen that was wanted, with its page and search', () => {
    const wanted = '/admin/dashboard/createNotice?q=%E0%A6%9B&page=2#top'
    const search = new URL(loginPath(wanted), 'http://school.example').searchParams
    expect(safeReturnPath(search.get('next'))).toBe(wanted)
  })

  it('is found by a browser of 2022 as well', () => {
    vi.stubGlobal(
      'URL',
      class extends URL {
        static override canParse = undefined as never
      },
    )
    try {
      expect(safeReturnPath('/admin/dashboard/trash')).toBe('/admin/dashboard/trash')
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it.each([
    null,
    '',
    'https://evil.example/admin/dashboard',
    '//evil.example/admin/dashboard',
    '/\\evil.example/admin/dashboard',
    '/\t/evil.example/admin/dashboard',
    'javascript:alert(1)',
    '/admin/dashboard/../../evil',
    '/admin/dashboardx',
    '/admin/login',
    '/api/admin/logout',
  ])('never leaves the dashboard: %s', (wanted) => {
    expect(safeReturnPath(wanted)).toBe(HOME_PATH)
  })

  it('keeps the sign-in address short where the dashboard itself was wanted', () => {
    expect(loginPath('/admin/dashboard')).toBe(LOGIN_PATH)
  })
})
