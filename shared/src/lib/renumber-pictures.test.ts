import { expect, it } from 'vitest'
import { renumberPictures } from './renumber-pictures.ts'

it('keeps pictures on their files when files are moved, replaced or removed', () => {
  const text = 'এক ![x](file 1)\n\n![ক](file 1)\n\nদুই\n\n![খ](file 3)\n\n![গ](file 9)'
  const renumber = (after: string[]) => renumberPictures(text, ['a', 'b', 'c'], after)
  expect(renumber(['a', 'b', 'c'])).toBe(text)
  expect(renumber(['c', 'a', 'b', 'd'])).toBe(
    'এক ![x](file 1)\n\n![ক](file 2)\n\nদুই\n\n![খ](file 1)\n\n![গ](file 9)',
  )
  expect(renumber(['b', 'c'])).toBe('এক ![x](file 1)\n\nদুই\n\n![খ](file 2)\n\n![গ](file 9)')
  expect(renumberPictures('![ক](file 1)\n\nদুই', ['a'], [])).toBe('দুই')
})
