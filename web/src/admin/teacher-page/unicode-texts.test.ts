import { expect, it } from 'vitest'
import { unicodeTexts } from './unicode-texts.ts'

it('reads a list typed in Bijoy, short words too, and leaves all else as it is', () => {
  const cells = [
    ['bvg', 'c`we', ''],
    ['‡gvQvt iIkb Aviv †eMg', 'cÖavb wkÿK', 'head@example.edu.bd'],
  ]
  expect(unicodeTexts(cells)).toEqual([
    ['নাম', 'পদবি', ''],
    ['মোছাঃ রওশন আরা বেগম', 'প্রধান শিক্ষক', 'head@example.edu.bd'],
  ])
  expect(unicodeTexts([['মোছা. রওশন আরা বেগম', 'Head teacher', ' 01712  ']])).toBeNull()
})
