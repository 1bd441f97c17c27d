import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sampleExam } from '@bidyaloy/shared/features/exams/sample-exam'
import { sampleRoutine } from '@bidyaloy/shared/features/routine/sample-routine'
import {
  allRoutinesPath,
  examPath,
  routinePath,
  teacherPath,
} from '@bidyaloy/shared/features/routine/week'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { addMonthsToDay } from '@bidyaloy/shared/lib/bengali/days'
import { CommanderError } from 'commander'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { fileOf } from '../test/sample-files.ts'
import { commandOn, IS_POSTGRES, startTestServer, type TestServer } from '../test/test-server.ts'
import { createCli } from './create-cli.ts'

let school: TestServer
let home: string
beforeEach(async () => {
  school = await startTestServer()
  home = await fs.mkdtemp(`${school.dataDir}-copies-`)
})
afterEach(async () => {
  await school.stop()
  await fs.rm(home, { recursive: true })
})

const Report = z.object({ folder: z.string(), pages: z.int(), missing: z.array(z.string()) })

async function exportTo(folder: string, ...words: string[]) {
  let printed = ''
  let code = 0
  const program = createCli({
    ...commandOn(school.dataDir, { PUBLIC_URL: 'https://school.example' }),
    stdin: Readable.from(['']),
    stdout: { write: (text) => (printed += text) },
    endWith: (ended) => {
      code = ended
    },
  })
  for (const command of program.commands) command.configureOutput({ writeErr: () => undefined })
  await program.parseAsync(['export-static', folder, '--json', ...words], { from: 'user' })
  return { ...Report.parse(JSON.parse(printed)), code }
}

/** Returns the names and the text of all files below a folder. */
async function everythingIn(folder: string) {
  const names = (await fs.readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  const texts = await Promise.all(
    names
      .filter((name) => /\.(html|json|xml|txt)$/.test(name))
      .map((name) => fs.readFile(path.join(folder, name), 'utf8')),
  )
  return { names, text: texts.join('\n') }
}

const publish = (title: string, more: { publishAt?: string; expiresAt?: string } = {}) =>
  school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title, ...more },
    file: fileOf(title, `${title}.txt`),
  })

test('writes only what visitors see, without the dashboard', async () => {
  const shown = await publish('প্রকাশিত নোটিশ')
  const hidden = [
    await publish('আগামী নোটিশ', { publishAt: '2199-01-01' }),
    await publish('পুরোনো নোটিশ', { expiresAt: '2020-01-01', publishAt: '2019-01-01' }),
    await publish('মোছা নোটিশ'),
  ]
  const { _id: id } = hidden[2] ?? shown
  await school.admin.deleteEntry({ params: { collection: 'notices', id } })

  const download = await school.admin.createEntry({
    params: { collection: 'downloads' },
    body: { title: 'ছুটির <আবেদন>' },
    file: fileOf('আবেদন', 'আবেদন.txt'),
  })

  const body = 'কাল বিদ্যালয় বন্ধ। '.repeat(30).trim()
  await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'ছুটি', body },
  })

  const today = dhakaTime(new Date()).iso
  const older = addMonthsToDay(today, -2)
  for (const day of [today, older]) {
    const group = {
      className: 'Six',
      shift: 'Day',
      section: 'A',
      enrolled: 40,
      present: 39,
    } as const
    await school.admin.createAttendance({ body: { day, groups: [group] } })
  }
  await school.admin.createRoutine({ body: sampleRoutine })
  const exam = await school.admin.createExam({ body: sampleExam })

  const filePath = shown.filePath ?? ''
  await fs.chmod(path.join(school.dataDir, filePath), 0o600)
  const folder = path.join(home, 'below', 'copy')
  // Set by the CLI at start.
  process.umask(0o077)
  const { pages, missing, code } = await exportTo(folder, '--url', 'https://copy.example/')
  expect([missing, code]).toEqual([[], 0])
  expect(pages).toBeGreaterThan(15)
  // The copy is readable by the web server, unlike the data folder.
  if (process.platform !== 'win32') {
    const modes = ['..', '', 'n', filePath, 'index.html', 'sitemap.xml'].map(async (name) => {
      const { mode } = await fs.stat(path.join(folder, name))
      return (mode & 0o777).toString(8)
    })
    expect(await Promise.all(modes)).toEqual(['755', '755', '755', '644', '644', '644'])
  }
  const { names, text } = await everythingIn(folder)
  for (const name of [
    ...['index.html', '404.html', 'allNotices/index.html', `n/${shown._id}/index.html`],
    ...[`share/notices/${shown._id}.png`, filePath, 'sitemap.xml', 'feed.xml'],
    ...['robots.txt', 'manifest.webmanifest', 'favicon.svg', 'service-worker.js'],
  ]) {
    expect(names).toContain(path.normalize(name))
  }
  expect(text).toContain('প্রকাশিত নোটিশ')
  const privacy = await fs.readFile(path.join(folder, 'privacy', 'index.html'), 'utf8')
  expect(privacy).toContain('এটি ওয়েবসাইটের একটি কপি')
  expect(privacy).not.toContain('লগে থাকে')
  // The pages' scripts read whole texts from it.
  expect(await fs.readFile(path.join(folder, 'data', 'notices.json'), 'utf8')).toContain(body)
  // So they do the months of attendance, each of which names the one before.
  const summaryOf = async (name: string) =>
    JSON.parse(await fs.readFile(path.join(folder, 'data', 'attendance', `${name}.json`), 'utf8'))
  const [month, olderMonth] = [today.slice(0, 7), older.slice(0, 7)]
  expect(await summaryOf('today')).toMatchObject({ begun: true, today: { day: today } })
  expect(await summaryOf('summary')).toMatchObject({ month, previous: olderMonth, next: null })
  expect(await summaryOf(olderMonth)).toMatchObject({
    month: olderMonth,
    days: [{ day: older, enrolled: 40, present: 39 }],
    previous: null,
    next: month,
  })
  const attendance = await fs.readFile(path.join(folder, 'attendance', 'index.html'), 'utf8')
  expect(attendance).toContain(`href="/attendance?month=${olderMonth}#month"`)
  // Of routines and examinations it has every page, also those of teachers.
  const [teacher = ''] = sampleRoutine.periods.flatMap(({ lessons }) => lessons[0]?.teachers ?? [])
  for (const [place, shown] of [
    [routinePath(sampleRoutine), sampleRoutine.periods[0]?.lessons[0]?.subject],
    [allRoutinesPath, teacher],
    [decodeURIComponent(teacherPath(teacher)), teacher],
    [examPath(exam._id), sampleExam.title],
  ]) {
    const html = await fs.readFile(path.join(folder, place ?? '', 'index.html'), 'utf8')
    expect(html).toContain(shown)
  }
  const { className, shift, section } = sampleRoutine
  const week = path.join('routines', className, shift, `${section}.json`)
  expect(names).toContain(path.join('data', week))
  // Pages that lead to the files, as the host cannot redirect.
  for (const [name, to] of [
    [`n/${shown._id}/file`, filePath],
    [`d/${download._id}`, download.filePath],
    [`d/${download._id}/file`, download.filePath],
  ]) {
    const html = await fs.readFile(path.join(folder, name ?? '', 'index.html'), 'utf8')
    expect(html).toContain(`<meta http-equiv="refresh" content="0; url=/${to}">`)
    expect(html).not.toContain('<আবেদন>')
  }
  expect(text).toContain(`https://copy.example/n/${shown._id}`)
  expect(text).toContain('https://school.example/admin')
  for (const { _id, title, filePath = '' } of hidden) {
    expect(text).not.toContain(title)
    expect(names.join('\n')).not.toContain(_id)
    expect(names).not.toContain(path.normalize(filePath))
  }
  expect(names.filter((name) => /^admin\.html$|\.sqlite|signing-secret|^api/.test(name))).toEqual(
    [],
  )
  const built = await fs.readdir(new URL('../../../web/dist/client/assets', import.meta.url))
  const taken = names.filter((name) => name.startsWith('assets'))
  expect(taken.length).toBeLessThan(built.filter((name) => !/\.(br|gz)$/.test(name)).length / 2)
})

test('refuses an address with a path', async () => {
  const folder = path.join(home, 'copy')
  for (const url of ['https://copy.example/x', 'https://copy.example/?x', 'ftp://copy.example'])
    await expect(exportTo(folder, '--url', url)).rejects.toThrow(CommanderError)
  expect(await fs.readdir(home)).toEqual([])
})

test('replaces only an earlier copy, and no other folder', async () => {
  const copy = path.join(home, 'copy')
  await exportTo(copy)
  await fs.writeFile(path.join(copy, 'left-over.html'), 'of before')
  await exportTo(copy)
  expect(await fs.readdir(copy)).not.toContain('left-over.html')

  const website = path.join(home, 'website')
  await fs.mkdir(website)
  await fs.writeFile(path.join(website, 'index.html'), 'another site')
  await expect(exportTo(website)).rejects.toThrow(/contains other files/)
  await expect(exportTo(path.join(school.dataDir, 'copy'))).rejects.toThrow(
    /must not contain each other/,
  )
  expect(await fs.readdir(website)).toEqual(['index.html'])
  expect((await fs.readdir(home)).sort()).toEqual(['copy', 'website'])
})

// A bucket loses no file by itself.
test.skipIf(IS_POSTGRES)('reports a missing file and writes all others', async () => {
  const { filePath = '' } = await publish('নোটিশ')
  await fs.rm(path.join(school.dataDir, filePath))
  const { missing, code } = await exportTo(path.join(home, 'copy'))
  expect([missing, code]).toEqual([[filePath], 1])
})
