import { describe, expect, test } from 'vitest'
import { createPathMatcher, paths } from './paths.ts'

describe('createPathMatcher', () => {
  const match = createPathMatcher(paths)

  test.each([
    ['GET', '/api/notices', 'listEntries', { collection: 'notices' }],
    ['GET', '/api/settings', 'getSettings', {}],
    ['POST', '/api/main-gallery/delete', 'deleteEntries', { collection: 'main-gallery' }],
    ['PUT', '/api/news/k3v9', 'updateEntry', { collection: 'news', id: 'k3v9' }],
    ['POST', '/api/trash/restore', 'restoreFromTrash', {}],
    ['POST', '/api/studentCounts/import', 'importStudentCounts', {}],
    ['DELETE', '/api/admin/sessions', 'signOutElsewhere', {}],
    [
      'GET',
      '/api/studentCounts/Six/Day/A',
      'getStudentCount',
      { className: 'Six', shift: 'Day', section: 'A' },
    ],
  ])('%s %s is %s', (method, pathname, name, params) => {
    expect(match(method, pathname)).toEqual({ name, params })
  })

  test.each([
    ['PATCH', '/api/notices'],
    ['GET', '/api/unknown'],
    ['GET', '/api/notices/'],
    ['GET', '/api/notices/a/b/c'],
    ['GET', '/notices'],
  ])('rejects %s %s', (method, pathname) => {
    expect(match(method, pathname)).toBeNull()
  })

  test('returns the row of every endpoint for its own path', () => {
    const values = { collection: 'notices' }
    for (const [name, { method, path }] of Object.entries(paths)) {
      const pathname = path.replace(
        /:(\w+)/g,
        (_, param: string) => Reflect.get(values, param) ?? 'x',
      )
      expect(match(method, pathname)).toMatchObject({ name })
    }
  })
})
