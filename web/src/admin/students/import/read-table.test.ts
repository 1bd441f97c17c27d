import { describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { readTable } from './read-sheet-file.ts'

const HEAD = ['শ্রেণি', 'শিফট', 'শাখা', 'ছাত্রী']

describe('a file or a paste', () => {
  it('is read when it was typed in Bijoy, English words and all', async () => {
    const reading = await readTable(
      [
        '†kÖwY\twkdU\tkvLv\tQvÎx\tgymwjg',
        'lô\tw`ev\tK\t50\t45',
        '\t\tL\t51\t46',
        '†gvU\t\t\t101\t91',
        'Seven\tDay\tA\t52\t47',
      ].join('\r\n'),
    )
    expect(reading).toMatchObject({
      unread: [],
      fields: ['girls', 'muslim'],
      rows: [
        { className: 'Six', shift: 'Day', section: 'A', counts: { girls: 50, muslim: 45 } },
        { className: 'Six', shift: 'Day', section: 'B', counts: { girls: 51, muslim: 46 } },
        { className: 'Seven', shift: 'Day', section: 'A', counts: { girls: 52, muslim: 47 } },
      ],
    })
  })

  it('is taken from the first sheet that holds classes', async () => {
    const sheet = (rows: string[][]) => rows.map((row) => row.map((value) => ({ value })))
    const buffer = await writeXlsxFile([
      { data: sheet([['মন্তব্য']]), sheet: 'ভূমিকা' },
      { data: sheet([HEAD]), sheet: 'খালি' },
      { data: sheet([HEAD, ['ষষ্ঠ', 'দিবা', 'ক', '৫০']]), sheet: 'সংখ্যা' },
    ]).toBuffer()
    const reading = await readTable(new Blob([new Uint8Array(buffer)]))
    expect(reading).toMatchObject({ rows: [{ line: 2, counts: { girls: 50 } }] })
  })

  it('says what is wrong where nothing can be read', async () => {
    expect(await readTable('শুধু একটি বাক্য')).toEqual({ problem: 'no-head' })
    expect(await readTable(HEAD.join('\t'))).toEqual({ problem: 'nothing' })
    expect(await readTable(new Blob(['%PDF-1.7']))).toEqual({ problem: 'not-a-sheet' })
  })
})
