import { expect, it } from 'vitest'
import { sentencesOf } from './sentences.ts'

const split = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end))

it('ends sentences at dandas, question and exclamation marks, and line feeds', () => {
  expect(split('কাল ছুটি। ক্লাস কবে? বুধবার!\nঅফিস খোলা')).toEqual([
    'কাল ছুটি।',
    'ক্লাস কবে?',
    'বুধবার!',
    'অফিস খোলা',
  ])
  expect(split('তিনি বললেন, «এসো।» সবাই গেল।')).toEqual(['তিনি বললেন, «এসো।»', 'সবাই গেল।'])
})

it('leaves abbreviations, numbers and addresses whole', () => {
  for (const text of [
    'ড. মো. আনিসুর রহমান ৩.৫ কি.মি. দূরে থাকেন।',
    'সকাল ১০.৩০ থেকে ১.০০টা',
    'www.school.example দেখুন।',
  ]) {
    expect(split(text)).toEqual([text])
  }
})

it('leaves out what has nothing to say', () => {
  expect(split('')).toEqual([])
  expect(split(' — \n।।\n***\n')).toEqual([])
})

it('cuts what is too long at spaces, and loses nothing', () => {
  const text = `${'শব্দ '.repeat(300).trim()}।`
  const pieces = split(text)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(400)
  expect(pieces.join(' ')).toBe(text)
  expect(split('ক'.repeat(900)).join('')).toBe('ক'.repeat(900))
})
