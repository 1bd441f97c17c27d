import fs from 'node:fs'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it.each([
  ['PORT', '70000', 'is not a whole number from 0 to 65535'],
  ['PORT', 'abc', 'is not a whole number from 0 to 65535'],
  ['CACHE_MB', 'x', 'is not a number from 1 to 1000000'],
  ['MAX_UPLOAD_MB', '25MB', 'is not a number above 0 and up to 2000'],
  ['SCHOOLS', 'yes', 'is neither 1 nor 0'],
  ['TRUST_PROXY', 'yes', 'is neither 1 nor 0'],
  ['LOG_LEVEL', 'loud', 'is none of fatal, error, warn, info, debug, trace, silent'],
  ['PUBLIC_URL', 'https://school.example/sub', 'has a path; the site is at the root of a host'],
  ['ADMIN_USERNAME', '  ', 'is blank'],
  ['PUSH_SERVICES', 'https://push.example', 'is no list of host names, with commas between'],
  ['PUSH_SERVICES', 'push.example.org,10.0.0.1', 'is no list of host names, with commas between'],
])('says what %s=%s should be', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name}: ${message}`)
})

it.each([
  ['compose.yaml'],
  // It has a database, a bucket and a proxy of its own.
  [
    'deploy/several/compose.yaml',
    'DATABASE_URL',
    'DATABASE_OWNER_URL',
    'STORAGE_URL',
    'STORAGE_KEY',
    'STORAGE_SECRET',
    'TRUST_PROXY',
  ],
])('%s passes on each documented setting that a container may have', (compose, ...fixed) => {
  const text = (name: string) => fs.readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
  const table = text('docs/hosting.md').split('## Settings')[1]?.split('\n## ')[0] ?? ''
  const names = table
    .split('\n')
    .flatMap((line) => line.split('|')[1]?.match(/(?<=`)[A-Z_]+(?=`)/g) ?? [])
  expect(names.length).toBeGreaterThan(20)
  // The image sets the first three; Tesseract and LibreOffice are not in the image.
  const own = ['PORT', 'HOST', 'DATA_DIR', 'TESSERACT', 'OFFICE', ...fixed]
  const passed = text(compose).match(/[A-Z_]+(?=: \$\{)/g)
  expect(names.filter((name) => !own.includes(name) && !passed?.includes(name))).toEqual([])
})
