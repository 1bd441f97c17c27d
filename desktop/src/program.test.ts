import fs from 'node:fs/promises'
import path from 'node:path'
import { KEPT_HEADER, QUEUED_HEADER } from '@bidyaloy/shared/desktop/answer-headers'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ADMIN, type SchoolServer, startSchoolServer } from '../../e2e/support/school-server.ts'
import { temporaryFolder } from './test/folders.ts'
import { openTestProgram, type TestProgram } from './test/program.ts'
import { createMemoryTokenStore } from './token-store.ts'

const notices = { collection: 'notices' } as const
const paper = (text = 'নোটিশ') => new File([`${text}\n`], 'notice.txt', { type: 'text/plain' })

let school: SchoolServer
beforeEach(async () => {
  school = await startSchoolServer()
  onTestFinished(() => school.remove())
})

async function signedIn(folder: string, tokens = createMemoryTokenStore()): Promise<TestProgram> {
  const desk = await openTestProgram(folder, tokens)
  if (!desk.program.school()) await connect(desk)
  await desk.api.login({ body: ADMIN })
  return desk
}

async function connect(desk: TestProgram): Promise<unknown> {
  const answer = await desk.page('/desktop/profiles', {
    method: 'POST',
    body: JSON.stringify({ address: school.url }),
  })
  return answer.json()
}

const titles = async (desk: TestProgram) =>
  (await desk.api.listEntries({ params: notices })).map(({ title, queued }) =>
    queued ? `${title} (অপেক্ষায়)` : title,
  )

describe('the first run', () => {
  test('finds a school, signs in, and never shows the page the token', async () => {
    const folder = await temporaryFolder()
    const desk = await openTestProgram(folder)
    expect(await (await desk.page('/desktop/state')).json()).toMatchObject({
      current: null,
      profiles: [],
      keepsSignIn: false,
    })
    expect((await desk.page('/api/notices')).type).toBe('error')
    expect(await connect(desk)).toMatchObject({
      result: 'found',
      profile: { address: school.url, name: '' },
      open: false,
    })
    expect(await desk.api.login({ body: ADMIN })).toEqual({ token: '' })
    expect(await desk.api.session()).toMatchObject({ username: 'admin' })
    const login = await desk.page('/api/admin/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    })
    expect(login.headers.get('set-cookie')).toBeNull()
    // Nothing in the program's folder holds it either: there is no safe place in this test.
    const names = await fs.readdir(folder, { recursive: true, withFileTypes: true })
    for (const name of names.filter((one) => one.isFile())) {
      const text = await fs.readFile(path.join(name.parentPath, name.name), 'latin1')
      expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\./)
    }
  })

  test.each([
    ['school example bd', 'malformed'],
    ['ftp://school.example.bd', 'malformed'],
    ['https://user:secret@school.example.bd', 'malformed'],
    ['http://school.example.bd', 'not-secure'],
    ['http://127.0.0.1:9', 'no-answer'],
  ])('refuses %s', async (address, reason) => {
    const desk = await openTestProgram(await temporaryFolder())
    const answer = await desk.page('/desktop/profiles', {
      method: 'POST',
      body: JSON.stringify({ address }),
    })
    expect(await answer.json()).toEqual({ result: 'refused', reason })
  })

  test('gives the packed dashboard, and nothing outside its folder', async () => {
    const desk = await openTestProgram(await temporaryFolder())
    for (const address of ['/', '/admin', '/admin/dashboard/createNotice']) {
      const answer = await desk.page(address)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ])
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      // By this the dashboard knows where it runs.
      expect(await answer.text()).toContain('<html data-shell="desktop" lang="bn"')
    }
    for (const address of [
      '/..%2f..%2fpackage.json',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/%00',
      '/%5c..%5cx.js',
      '/assets/nothing.js',
    ]) {
      expect((await desk.page(address)).status).toBe(404)
    }
  })
})

describe('without the server', () => {
  test('a notice is written down, shown as waiting, and published once when it is back', async () => {
    const folder = await temporaryFolder()
    const tokens = createMemoryTokenStore()
    const desk = await signedIn(folder, tokens)
    await desk.api.createEntry({ params: notices, body: { title: 'আগের' }, file: paper() })
    expect(await titles(desk)).toEqual(['আগের'])
    await desk.api.session()
    await school.kill()

    await desk.api.createEntry({ params: notices, body: { title: 'ছুটির নোটিশ' }, file: paper() })
    expect(desk.lastHeader(QUEUED_HEADER)).toBe('1')
    expect(await titles(desk)).toEqual(['ছুটির নোটিশ (অপেক্ষায়)', 'আগের'])
    expect(desk.lastHeader(KEPT_HEADER)).toMatch(/^20/)

    // The program ends and begins again, still without the server.
    await desk.close()
    const again = await openTestProgram(folder, tokens)
    expect(await again.api.session()).toMatchObject({ username: 'admin' })
    expect(await titles(again)).toEqual(['ছুটির নোটিশ (অপেক্ষায়)', 'আগের'])
    // Asked by hand, it still does not answer; what is shown is of before.
    expect((await again.page('/desktop/outbox/send', { method: 'POST' })).status).toBe(204)
    expect(again.program.state()).toMatchObject({
      serverAnswers: false,
      lastAnswerAt: expect.stringMatching(/^20/),
    })
    expect(await (await again.page('/desktop/outbox')).json()).toMatchObject([
      {
        // It tries again and again.
        state: expect.stringMatching(/^(waiting|sending)$/),
        endpoint: 'createEntry',
        title: 'ছুটির নোটিশ',
        fileName: 'notice.txt',
      },
    ])

    await school.start()
    await again.program.school()?.outbox.settled()
    await expect.poll(() => titles(again)).toEqual(['ছুটির নোটিশ', 'আগের'])
    const published = await school.admin.listEntries({ params: notices })
    expect(published.map(({ title }) => title)).toEqual(['ছুটির নোটিশ', 'আগের'])
    expect(await (await again.page('/desktop/outbox')).json()).toMatchObject([{ state: 'sent' }])
  })

  test('what waits can be renamed and deleted; a deletion can be taken back', async () => {
    const desk = await signedIn(await temporaryFolder())
    const old = await desk.api.createEntry({
      params: notices,
      body: { title: 'পুরোনো' },
      file: paper(),
    })
    await titles(desk)
    await school.kill()

    const fresh = await desk.api.createEntry({
      params: notices,
      body: { title: 'নতুন' },
      file: paper(),
    })
    await desk.api.updateEntry({
      params: { ...notices, id: fresh._id },
      body: { title: 'আরও নতুন', __v: 0 },
    })
    await desk.api.updateEntry({
      params: { ...notices, id: old._id },
      body: { title: 'কম পুরোনো', __v: 0 },
    })
    await desk.api.updateEntry({
      params: { ...notices, id: old._id },
      body: { title: 'নতুন নাম', __v: 0 },
    })
    expect(await titles(desk)).toEqual(['আরও নতুন (অপেক্ষায়)', 'নতুন নাম (অপেক্ষায়)'])

    await desk.api.deleteEntry({ params: { ...notices, id: old._id } })
    expect(await titles(desk)).toEqual(['আরও নতুন (অপেক্ষায়)'])
    await desk.api.restoreTrash({ params: { id: old._id } })
    expect(await titles(desk)).toEqual(['আরও নতুন (অপেক্ষায়)', 'নতুন নাম (অপেক্ষায়)'])

    await school.start()
    await desk.program.school()?.outbox.settled()
    const published = await school.admin.listEntries({ params: notices })
    expect(published.map(({ title }) => title).sort()).toEqual(['আরও নতুন', 'নতুন নাম'].sort())
    expect(await school.admin.listTrash()).toEqual([])
  })

  test('several are deleted at once, and spared again', async () => {
    const desk = await signedIn(await temporaryFolder())
    const ids: string[] = []
    for (const title of ['এক', 'দুই', 'তিন', 'চার']) {
      const body = { title }
      const { _id } = await desk.api.createEntry({ params: notices, body, file: paper() })
      ids.push(_id)
    }
    const [first = '', ...others] = ids
    await desk.api.deleteEntries({ params: notices, body: { ids: [first] } })
    expect(desk.lastHeader(QUEUED_HEADER)).toBeNull()
    expect(await titles(desk)).toEqual(['চার', 'তিন', 'দুই'])
    await school.kill()
    await desk.api.deleteEntries({ params: notices, body: { ids: others } })
    expect(desk.lastHeader(QUEUED_HEADER)).toBe('1')
    expect(await titles(desk)).toEqual([])
    await desk.api.restoreFromTrash({ body: { ids: others.slice(1) } })
    expect(await titles(desk)).toEqual(['চার', 'তিন'])
    const [, ...spared] = others
    await desk.api.deleteEntries({ params: notices, body: { ids: spared } })

    // Somebody else deletes one of them meanwhile: the rest goes all the same.
    await desk.page('/desktop/outbox')
    await school.start()
    await desk.program.school()?.outbox.settled()
    expect(await school.admin.listEntries({ params: notices })).toEqual([])
    expect(desk.program.state()).toMatchObject({ waiting: 0, attention: 0 })
  })

  test('a list that was never read shows what was made here, and says what it is', async () => {
    const desk = await signedIn(await temporaryFolder())
    await school.kill()
    await expect(titles(desk)).rejects.toThrow('no answer')
    await desk.api.createEntry({ params: notices, body: { title: 'নতুন' }, file: paper() })
    expect(await titles(desk)).toEqual(['নতুন (অপেক্ষায়)'])
    expect(desk.program.state().unread).toEqual(['/api/notices'])
    await school.start()
    await desk.program.school()?.outbox.settled()
    await expect.poll(() => titles(desk)).toEqual(['নতুন'])
    expect(desk.program.state().unread).toEqual([])
  })

  test('changes of one thing add up in what is shown, and arrive so', async () => {
    const desk = await signedIn(await temporaryFolder())
    const { _id: id } = await desk.api.createEntry({
      params: notices,
      body: { title: 'শুরু', date: '2026-01-01' },
      file: paper(),
    })
    await titles(desk)
    const params = { ...notices, id }
    await school.kill()
    await desk.api.updateEntry({ params, body: { title: 'নতুন নাম', __v: 0 } })
    await desk.api.updateEntry({ params, body: { date: '2026-02-02', __v: 0 } })
    await desk.api.updateEntry({ params, body: { __v: 0 }, file: paper('অন্য ফাইল') })
    const [shown] = await desk.api.listEntries({ params: notices })
    expect(shown).toMatchObject({ title: 'নতুন নাম', date: '2026-02-01T18:00:00.000Z' })

    const count = { className: 'Nine', shift: 'Morning', section: 'A', girls: 20 } as const
    const made = await desk.api.createStudentCount({ body: count })
    await desk.api.updateStudentCount({ params: { id: made._id }, body: { girls: 30, __v: 0 } })
    expect(desk.program.state().waiting).toBeLessThan(5)

    await school.start()
    await desk.program.school()?.outbox.settled()
    expect(desk.program.state()).toMatchObject({ waiting: 0 })
    expect(await school.admin.getEntry({ params })).toMatchObject({
      title: 'নতুন নাম',
      date: '2026-02-01T18:00:00.000Z',
      size: Buffer.byteLength('অন্য ফাইল\n'),
    })
    expect(await school.admin.listStudentCounts()).toMatchObject([{ girls: 30 }])
  })

  test("another's change in between is kept until a person has chosen", async () => {
    const folder = await temporaryFolder()
    const tokens = createMemoryTokenStore()
    const before = await signedIn(folder, tokens)
    const { _id: id } = await before.api.createEntry({
      params: notices,
      body: { title: 'শুরু' },
      file: paper(),
    })
    await titles(before)
    const params = { ...notices, id }
    await school.kill()
    await before.api.updateEntry({ params, body: { title: 'আমার', __v: 0 } })
    // The program is closed while the other one works: else its change would be there first.
    await before.close()
    await school.start()
    await school.admin.updateEntry({ params, body: { title: 'অন্যের' } })
    const desk = await openTestProgram(folder, tokens)
    await desk.program.school()?.outbox.settled()

    const [conflict] = await (await desk.page('/desktop/outbox')).json()
    expect(conflict).toMatchObject({ state: 'attention', refusal: { code: 'conflict' } })
    const compared = await desk.page(`/desktop/outbox/${conflict.seq}/comparison`)
    expect(await compared.json()).toMatchObject({
      mine: { title: 'আমার' },
      theirs: { title: 'অন্যের' },
    })
    expect(
      (await desk.page(`/desktop/outbox/${conflict.seq}/keep-mine`, { method: 'POST' })).status,
    ).toBe(204)
    await desk.program.school()?.outbox.settled()
    expect(await school.admin.getEntry({ params })).toMatchObject({ title: 'আমার' })
  })
})

test('a change that the server refused can be written anew, or compared with what is there', async () => {
  const folder = await temporaryFolder()
  const tokens = createMemoryTokenStore()
  const before = await signedIn(folder, tokens)
  const facts = { morningShift: '৭টা', dayShift: '১২টা', withoutShift: 'নেই', totalLand: 2 }
  const rooms = { totalBuildings: 2, totalClasses: 20, multimediaClasses: 2, ictLabs: 1 }
  const more = { scienceLabs: 1, librarySeats: 40, totalStudents: 900 }
  const info = { ...facts, ...rooms, ...more, boundaryWall: 'Yes', auditorium: 'No' } as const
  const { _id: id } = await before.api.createSchoolInfo({ body: info })
  await school.kill()
  const wrong = { ...info, totalStudents: -5 }
  await before.api.updateSchoolInfo({ params: { id }, body: { ...wrong, __v: 0 } })
  await before.close()
  await school.start()
  const desk = await openTestProgram(folder, tokens)
  await desk.program.school()?.outbox.settled()

  const [refused] = await (await desk.page('/desktop/outbox')).json()
  expect(refused).toMatchObject({
    state: 'attention',
    editable: true,
    endpoint: 'updateSchoolInfo',
  })
  expect(refused.refusal.fields).toMatchObject({ totalStudents: expect.any(String) })
  const at = `/desktop/outbox/${refused.seq}`
  expect(await (await desk.page(`${at}/comparison`)).json()).toMatchObject({
    mine: { totalStudents: -5 },
    theirs: { totalStudents: 900 },
  })
  expect(await (await desk.page(`${at}/fields`)).json()).toMatchObject({ totalStudents: -5 })
  const put = (fields: object) => desk.page(at, { method: 'PUT', body: JSON.stringify(fields) })
  expect((await put({ other: 1 })).status).toBe(400)
  expect((await put({ __v: 7 })).status).toBe(400)
  expect((await put({ totalStudents: 950 })).status).toBe(204)
  await desk.program.school()?.outbox.settled()
  expect(desk.program.state()).toMatchObject({ waiting: 0 })
  expect(await school.admin.getSchoolInfo()).toMatchObject({ totalStudents: 950 })
})

test('a refusal is answered to the form and nothing stays behind', async () => {
  const desk = await signedIn(await temporaryFolder())
  const refused = desk.api.createEntry({ params: notices, body: { title: ' ' }, file: paper() })
  await expect(refused).rejects.toMatchObject({
    status: 400,
    fields: { title: expect.any(String) },
  })
  expect(await (await desk.page('/desktop/outbox')).json()).toEqual([])
})

test('without a sign-in a change waits, and goes after it', async () => {
  const desk = await openTestProgram(await temporaryFolder())
  await connect(desk)
  const create = desk.api.createEntry({ params: notices, body: { title: 'ছুটি' }, file: paper() })
  await expect(create).rejects.toMatchObject({ status: 401 })
  expect(await (await desk.page('/desktop/state')).json()).toMatchObject({
    needsSignIn: true,
    waiting: 1,
  })
  await desk.api.login({ body: ADMIN })
  await desk.program.school()?.outbox.settled()
  expect(await school.admin.listEntries({ params: notices })).toMatchObject([{ title: 'ছুটি' }])
})

test('two sites have their own changes, tokens and copies', async () => {
  const other = await startSchoolServer()
  onTestFinished(() => other.remove())
  const desk = await signedIn(await temporaryFolder())
  await desk.api.createEntry({ params: notices, body: { title: 'প্রথম বিদ্যালয়' }, file: paper() })
  const first = desk.program.state().current ?? ''
  await desk.program.tryAddress(other.url)
  expect(await titles(desk)).toEqual([])
  await expect(desk.api.session()).rejects.toMatchObject({ status: 401 })
  expect((await desk.page(`/desktop/profiles/${first}`, { method: 'PUT' })).status).toBe(204)
  expect(await titles(desk)).toEqual(['প্রথম বিদ্যালয়'])
  expect(await desk.api.session()).toMatchObject({ username: 'admin' })
})
