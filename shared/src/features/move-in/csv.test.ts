import { expect, test } from 'vitest'
import { addressesCsv } from './csv.ts'

test('a cell runs no formula, whatever separates cells', () => {
  const rowOf = (from: string) => addressesCsv([{ from, to: '/n/1' }], '').split('\r\n')[1]
  expect(rowOf('http://old.example/?p=1')).toBe('http://old.example/?p=1,/n/1')
  expect(rowOf('=1+1')).toBe("'=1+1,/n/1")
  expect(rowOf('＝1')).toBe("'＝1,/n/1")
  expect(rowOf('a;=1+1')).toBe(`"a;'=1+1",/n/1`)
  expect(rowOf('a\n@x"')).toBe(`"a\n'@x""",/n/1`)
})
