import { expect, it } from 'vitest'
import { unicodeTexts } from './unicode-texts.ts'

it('reads a list typed in Bijoy, and leaves all else as it is', () => {
  const cells = ['‡gvQvt iIkb Aviv †eMg', 'cÖavb wkÿK', '', '01712-345678', 'head@example.edu.bd']
  expect(unicodeTexts(cells)).toEqual([
    'মোছাঃ রওশন আরা বেগম',
    'প্রধান শিক্ষক',
    '',
    expect.stringMatching(/^(01712-345678|০১৭১২-৩৪৫৬৭৮)$/),
    'head@example.edu.bd',
  ])
  expect(unicodeTexts(['মোছা. রওশন আরা বেগম', 'Head teacher', ' 01712  '])).toBeNull()
})
