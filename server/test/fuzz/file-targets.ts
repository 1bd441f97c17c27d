import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { BackupError } from '../../src/features/backup/backup-error.ts'
import { openBackup } from '../../src/features/backup/open-zip.ts'
import { runArchiveJob } from '../../src/features/move-in/sources/archive-jobs.ts'
import {
  decodeZipName,
  safePath,
  titleFromName,
} from '../../src/features/move-in/sources/zip-names.ts'
import { readOffice } from '../../src/lib/office/read-office.ts'
import { oleKind, ooxmlKind } from '../../src/lib/office-formats.ts'
import { JobError } from '../../src/lib/worker-entry.ts'
import { zipBytes } from '../../src/test/sample-files.ts'
import { assertThat } from '../stress/scenario.ts'
import { madeOrRefused, type Target } from './target.ts'

let folder: string | undefined
let count = 0

/** Runs `work` with a file that has the bytes. */
export async function withFile<T>(
  bytes: Uint8Array,
  work: (file: string) => Promise<T>,
): Promise<T> {
  folder ??= await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-fuzz-'))
  count += 1
  const file = path.join(folder, String(count))
  await fs.writeFile(file, bytes)
  try {
    return await work(file)
  } finally {
    await fs.rm(file)
  }
}

const isJobError = (error: unknown) => error instanceof JobError
const ZIP_TOKENS = [
  'PK\x03\x04',
  'PK\x01\x02',
  'PK\x05\x06',
  'PK\x06\x06',
  'PK\x06\x07',
  '../',
  '/',
  '\\',
  'C:',
]
const HEAD_BYTES = 1000

const zipList: Target = {
  name: 'zip-list',
  tokens: ZIP_TOKENS,
  run: (bytes) =>
    withFile(bytes, (file) =>
      madeOrRefused(async () => {
        const made = await runArchiveJob({ name: 'list', job: { file } })
        const entries = Array.isArray(made) ? made : []
        for (const { path: name, refused } of entries) {
          const isInside = path.posix.normalize(`/a/${name}`).startsWith('/a/')
          assertThat(
            refused !== null || (isInside && !name.includes('\0')),
            `a path inside: ${name}`,
          )
        }
        const [first] = entries
        if (first) {
          const job = { file, at: first.at, maxBytes: HEAD_BYTES }
          const head = await runArchiveJob({ name: 'head', job })
          assertThat(Buffer.from(String(head), 'base64').length <= HEAD_BYTES, 'a head')
        }
        return entries.map(({ path: name, refused }) => [name, refused])
      }, isJobError),
    ),
}

/** Longer ones are not decoded. */
const LONGEST_NAME = 4000

const zipNames: Target = {
  name: 'zip-names',
  tokens: [
    '../',
    '..\\',
    '/',
    'C:',
    '\0',
    'নোটিশ.pdf',
    '\u202e',
    '%2e',
    ' ',
    '(',
    '[',
    '২০২৩-০৫-০১',
  ],
  run(bytes) {
    const name = bytes.subarray(0, LONGEST_NAME)
    const names = [decodeZipName(name, true), decodeZipName(name, false)]
    return names.map((name) => {
      const safe = safePath(name)
      if (safe !== null) {
        const isInside = path.join('/a', safe).startsWith('/a') && !safe.split('/').includes('..')
        assertThat(
          isInside && path.win32.join('C:\\a', safe).startsWith('C:\\a'),
          `inside: ${safe}`,
        )
        assertThat(safePath(safe) === safe, 'a path that stays as it is')
      }
      return [safe, titleFromName(name)]
    })
  },
}

const backup: Target = {
  name: 'backup',
  tokens: [...ZIP_TOKENS, 'manifest.json', 'database.sqlite', 'photos/', '{"files":[', '"size":'],
  run: (bytes) =>
    withFile(bytes, (file) =>
      madeOrRefused(
        async () => {
          const opened = await openBackup(file)
          opened.close()
          return opened.manifest
        },
        (error) => error instanceof BackupError,
      ),
    ),
}

const OFFICE = { maxText: 2000, maxPages: 20 }

/** Reads an Office file as the type of its parts. */
async function readAny(bytes: Buffer, parts: string) {
  const extension = /word\//.test(parts) ? 'docx' : /ppt\//.test(parts) ? 'pptx' : 'xlsx'
  const job = { bytes, extension, page: 1, ...OFFICE }
  return madeOrRefused(async () => {
    const { lines, pageCount } = await readOffice(job)
    assertThat(pageCount >= 1 && pageCount <= OFFICE.maxPages, 'a number of pages')
    const length = lines.flat().reduce((sum, { text }) => sum + text.length, 0)
    assertThat(length <= OFFICE.maxText, `a text of ${length} letters`)
    return lines.map((line) => line.map(({ text, as }) => [text, as]))
  }, isJobError)
}

const office: Target = {
  name: 'office',
  tokens: [...ZIP_TOKENS, '[Content_Types].xml', 'word/document.xml', 'vbaProject', 'macroEnabled'],
  run: (bytes) =>
    withFile(bytes, async (file) => [
      await ooxmlKind(file, bytes.length),
      await readAny(bytes, bytes.toString('latin1')),
    ]),
}

/** The parts of an Office file as a text: changes of a zip hardly ever reach what is packed in it. */
const PART = /^=== (\S{1,100})$/m

const officeParts: Target = {
  name: 'office-parts',
  tokens: [
    ...[
      '<w:p>',
      '</w:p>',
      '<w:r>',
      '<w:t>',
      '<w:tbl>',
      '<w:tr>',
      '<w:tc>',
      '<w:gridSpan w:val="3"/>',
    ],
    ...[
      '<c r="XFD1048576">',
      ' r="A1"',
      ' t="s"',
      '<v>',
      '<si>',
      '<row>',
      ' r:id="rId1"',
      'Target="',
      '../',
    ],
    ...[
      '<a:p>',
      '<a:t>',
      '&#x10ffff;',
      '&lt;',
      '<!--',
      '<![CDATA[',
      '\n=== word/styles.xml\n',
      'w:val="',
    ],
  ],
  run(bytes) {
    const [, ...parts] = bytes.toString().split(PART)
    const named = parts.flatMap((name, at) => (at % 2 === 0 ? [[name, parts[at + 1] ?? '']] : []))
    const zip = zipBytes(Object.fromEntries(named))
    return readAny(zip, named.map(([name]) => name).join(' '))
  },
}

const compound: Target = {
  name: 'compound',
  tokens: [
    'W\0o\0r\0d\0D\0o\0c\0',
    'V\0B\0A\0',
    '\xfe\xff\xff\xff',
    '\xff\xff\xff\xff',
    '\0\0\0\0',
  ],
  run: (bytes) =>
    withFile(bytes, async (file) => {
      const handle = await fs.open(file)
      try {
        const isEarlyEnd = (error: unknown) => error instanceof RangeError
        return await madeOrRefused(() => oleKind(handle, bytes.length), isEarlyEnd)
      } finally {
        await handle.close()
      }
    }),
}

export const fileTargets: readonly Target[] = [
  ...[zipList, zipNames, backup, office, officeParts, compound],
]
