import { expect, test } from 'vitest'
import { isCommonPassword, randomPassword } from './passwords.ts'

test('recognises common passwords', () => {
  for (const password of [
    '123456789012',
    'Administrator',
    'PASSWORD1234',
    'aaaaaaaaaaaaaaaa',
    '121212121212',
    'headteacher',
    'headteacher2026',
    'headteacherheadteacher',
  ]) {
    expect([password, isCommonPassword(password, 'HeadTeacher')]).toEqual([password, true])
  }
})

test('accepts other passwords', () => {
  for (const password of [
    'a long enough password',
    'আমার সোনার বাংলা গানটি',
    'headteacher likes mangoes',
    randomPassword(),
  ]) {
    expect([password, isCommonPassword(password, 'headteacher')]).toEqual([password, false])
  }
})
