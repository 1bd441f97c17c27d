import { expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { filledRows } from './merged-ranges.ts'
import { readSheetFile } from './sheet-file.ts'

it('fills the cells of merged ranges, each worksheet with its own', async () => {
  const cell = (value: string) => ({ value })
  const buffer = await writeXlsxFile([
    {
      sheet: 'ষষ্ঠ "ক" & খ',
      data: [
        [{ value: 'ক্লাস রুটিন', columnSpan: 3 }, null, null],
        [{ value: 'রবি', rowSpan: 2 }, cell('বাংলা'), cell('গণিত')],
        [null, { value: 'ইংরেজি', columnSpan: 2 }, null],
      ],
    },
    { sheet: 'সপ্তম', data: [[cell('সোম'), null, cell('ধর্ম')]] },
  ]).toBuffer()
  const sheets = await readSheetFile(new Blob([new Uint8Array(buffer)]))
  expect(sheets.map((sheet) => [sheet.name, filledRows(sheet)])).toEqual([
    [
      'ষষ্ঠ "ক" & খ',
      [
        ['ক্লাস রুটিন', 'ক্লাস রুটিন', 'ক্লাস রুটিন'],
        ['রবি', 'বাংলা', 'গণিত'],
        ['রবি', 'ইংরেজি', 'ইংরেজি'],
      ],
    ],
    ['সপ্তম', [['সোম', null, 'ধর্ম']]],
  ])
})

it('stays within the rows of a sheet, however far a range goes', () => {
  const merged = [{ top: 0, left: 0, bottom: 1e6, right: 16_383 }]
  expect(filledRows({ name: '', rows: [['ক', null], [null]], merged })).toEqual([
    ['ক', 'ক'],
    ['ক', 'ক'],
  ])
})
