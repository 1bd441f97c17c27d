import { describe, expect, it, vi } from 'vitest'
import { HOME_PATH, LOGIN_PATH, loginPath, safeReturnPath } from './return-path.ts'

describe('the return path after signing in', () => {
  it('is the requested screen with its query and hash', () => {
    const wanted = '/admin/dashboard/createNotice?q=%E0%A6%9B&page=2#top'
    const search = new URL(loginPath(wanted), 'http://school.example').searchParams
    expect(safeReturnPath(search.get('next'))).toBe(wanted)
  })

  it('needs no URL.canParse, which browsers of 2022 lack', () => {
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

  it('is omitted from the sign-in path of the first page', () => {
    expect(loginPath('/admin/dashboard')).toBe(LOGIN_PATH)
  })
})
