import { expect, it } from 'vitest'
import { convertCells } from './convert-cells.ts'

it('converts cells typed in Bijoy, short words too, and no others', () => {
  const cells = [
    ['bvg', 'c`we', ''],
    ['‡gvQvt iIkb Aviv †eMg', 'cÖavb wkÿK', 'head@example.edu.bd'],
  ]
  expect(convertCells(cells)).toEqual([
    ['নাম', 'পদবি', ''],
    ['মোছাঃ রওশন আরা বেগম', 'প্রধান শিক্ষক', 'head@example.edu.bd'],
  ])
  expect(convertCells([['মোছা. রওশন আরা বেগম', 'Head teacher', ' 01712  ']])).toBeNull()
})
