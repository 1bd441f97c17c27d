import { expect, it } from 'vitest'
import { smsSize } from './sms-size.ts'

const sizeOf = (text: string) => {
  const { units, messages } = smsSize(text)
  return [units, messages]
}

it('counts Bengali in UTF-16 units: 70 alone, 67 in each of several', () => {
  expect(sizeOf('')).toEqual([0, 0])
  expect(sizeOf('ক্ষ')).toEqual([3, 1])
  expect(sizeOf('ক'.repeat(70))).toEqual([70, 1])
  expect(sizeOf('ক'.repeat(71))).toEqual([71, 2])
  expect(sizeOf('ক'.repeat(2 * 67))).toEqual([134, 2])
  expect(sizeOf('ক'.repeat(2 * 67 + 1))).toEqual([135, 3])
})

it('counts Latin in septets: 160 alone, 153 in each of several', () => {
  expect(sizeOf('a'.repeat(160))).toEqual([160, 1])
  expect(sizeOf('a'.repeat(161))).toEqual([161, 2])
  expect(sizeOf('a'.repeat(2 * 153 + 1))).toEqual([307, 3])
  expect(sizeOf('€'.repeat(80))).toEqual([160, 1])
  // One letter outside the alphabet, and the whole text is sent as UCS-2.
  expect(sizeOf(`${'a'.repeat(70)}ç`)).toEqual([71, 2])
})

it('splits neither surrogate pairs nor escape sequences', () => {
  // The pair would begin at unit 67 of the first message.
  expect(sizeOf(`${'ক'.repeat(66)}😀${'ক'.repeat(66)}`)).toEqual([134, 3])
  expect(sizeOf(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toEqual([306, 3])
})
