/** Long passwords that are tried first everywhere, and those that a school here would think of. */
const COMMON = new Set([
  '123456789012',
  '1234567890123',
  '12345678901234567890',
  '123123123123',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  '1qaz2wsx3edc4rfv',
  'qwertyuiop123',
  'qwertyuiop12',
  'qwertyuiop[]',
  'qwerty123456',
  'qwerty1234567',
  'qwerty12345678',
  'asdfghjkl123',
  "asdfghjkl;'",
  'zxcvbnm12345',
  'abcdefghijkl',
  'abcdefghijklm',
  'abcd12345678',
  'abc123456789',
  'a123456789012',
  'password1234',
  'password12345',
  'password123456',
  'passwordpassword',
  'passw0rd1234',
  'mypassword123',
  'administrator',
  'administrator1',
  'administrator123',
  'admin1234567',
  'admin12345678',
  'admin123456789',
  'adminadminadmin',
  'letmeinletmein',
  'welcome12345',
  'welcome123456',
  'iloveyou1234',
  'iloveyouforever',
  'changeme1234',
  'changeme12345',
  'bangladesh123',
  'bangladesh1234',
  'bangladesh1971',
  'bangladesh12345',
  'amarsonarbangla',
  'sonarbangla1971',
  'joybangla1971',
  'ilovebangladesh',
  'amarbangladesh',
  'dhaka1234567',
  'school123456',
  'school1234567',
  'highschool123',
  'girlshighschool',
  'girlsschool123',
  'headmaster123',
  'headmaster1234',
  'headteacher123',
  'bidyaloy1234',
  'bidyaloy12345',
  'teacher12345',
  'student12345',
])

/** The fewest different characters that are not a pattern. */
const MIN_DIFFERENT = 5

/** Whether a password would be among the first that are tried. */
export function isCommonPassword(password: string, username: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const name = username.normalize('NFKC').trim().toLowerCase()
  if (COMMON.has(plain) || new Set(plain).size < MIN_DIFFERENT) return true
  // The name, alone or with digits after it.
  return name !== '' && plain.replaceAll(name, '').replace(/\d+/g, '') === ''
}
