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
  ['BACKUP_URL', 'ftp://host/bucket', 'is not an https address (http only to this machine)'],
  ['BACKUP_URL', 'file://mnt/usb', 'is not the address of a folder, such as file:///mnt/usb'],
  ['BACKUP_RECIPIENT', 'AGE-SECRET-KEY-1QQQ', 'is the private key. Set the public one (age1…)'],
  ['BACKUP_RECIPIENT', 'ssh-ed25519 AAAA', 'is not a public key of age (age1…)'],
  ['PUSH_SERVICES', 'https://push.example', 'is no list of host names, with commas between'],
  ['PUSH_SERVICES', 'push.example.org,10.0.0.1', 'is no list of host names, with commas between'],
])('says what %s=%s should be', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name}: ${message}`)
})

it('reads where copies of the backups go', () => {
  expect(readConfig({ BACKUP_URL: 'file:///mnt/usb%20a', BACKUP_RECIPIENT: 'age1q' }).away).toEqual(
    {
      place: { folder: '/mnt/usb a' },
      recipient: 'age1q',
    },
  )
  const BACKUP_URL = 'https://s3.example/bucket/north/site?region=eu-1'
  const keys = { BACKUP_KEY: 'k', BACKUP_SECRET: 's' }
  expect(readConfig({ BACKUP_URL, ...keys }).away?.place).toEqual({
    bucket: { url: 'https://s3.example/bucket', region: 'eu-1', key: 'k', secret: 's' },
    prefix: 'north/site',
  })
  expect(() => readConfig({ BACKUP_URL })).toThrow('BACKUP_KEY: is missing')
  expect(() => readConfig(keys)).toThrow('BACKUP_URL: is missing, but BACKUP_KEY is set')
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
  // The image sets the first three; Tesseract and LibreOffice are not in it, and Docker keeps its log.
  const own = ['PORT', 'HOST', 'DATA_DIR', 'TESSERACT', 'OFFICE', 'LOG_FILE', ...fixed]
  const passed = text(compose).match(/[A-Z_]+(?=: \$\{)/g)
  expect(names.filter((name) => !own.includes(name) && !passed?.includes(name))).toEqual([])
})
