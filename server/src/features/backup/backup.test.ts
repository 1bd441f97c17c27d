import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buffer } from 'node:stream/consumers'
import { backupFilePath } from '@bidyaloy/shared/api/paths'
import { sampleContact, sampleCount } from '@bidyaloy/shared/school/sample-records'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { AdminRow } from '../../db/entities.ts'
import { fileOf, twoColors } from '../../test/sample-files.ts'
import { ADMIN, backupTaskEnded, startTestServer, type TestServer } from '../../test/test-server.ts'

/* Texts and not PDFs: their pages would be drawn behind the test's back. */
const paper = (text: string) => fileOf(text, 'notice.txt')

const notices = { collection: 'notices' } as const
const currentPassword = ADMIN.password

let school: TestServer
/** Moved forward by tests that let time pass. */
let now: Date
beforeEach(async () => {
  now = new Date()
  school = await startTestServer({ clock: () => now })
})
afterEach(() => school.stop())

async function fillSchool(): Promise<void> {
  const { admin } = school
  await admin.createEntry({ params: notices, body: { title: 'ছুটির নোটিশ' }, file: paper('ছুটি') })
  const photo = fileOf(await twoColors(700, 400).jpeg().toBuffer(), 'photo.jpg')
  await admin.createEntry({
    params: { collection: 'gallery' },
    body: { title: 'ক্রীড়া' },
    file: photo,
  })
  const crest = fileOf(await twoColors(60, 60).png().toBuffer(), 'crest.png')
  await admin.setSitePicture({ params: { picture: 'crest' }, body: {}, file: crest })
  await admin.createContact({ body: sampleContact })
  await admin.createStudentCount({ body: sampleCount })
}

/** Everything that visitors and the office see of the school, files by their hash. */
async function wholeState(): Promise<unknown> {
  const { admin } = school
  const notice = await admin.listEntries({ params: notices })
  const gallery = await admin.listEntries({ params: { collection: 'gallery' } })
  const files: string[] = []
  for (const place of ['uploads', 'gallery-uploads']) {
    for (const name of (await fs.readdir(path.join(school.dataDir, place))).sort()) {
      const bytes = await fs.readFile(path.join(school.dataDir, place, name))
      files.push(`${place}/${name} ${createHash('sha256').update(bytes).digest('hex')}`)
    }
  }
  return {
    notice,
    gallery,
    files,
    contact: await admin.getContact(),
    counts: await admin.listStudentCounts(),
    settings: await admin.getSettings(),
    trash: await admin.listTrash(),
  }
}

/** Everything in the database but what no backup carries, row by row, and what it is declared to be. */
function wholeDatabase(): Record<string, unknown> {
  const database = new Sqlite(path.join(school.dataDir, 'bidyaloy.sqlite'), { readonly: true })
  try {
    const parts = database
      .prepare<[], { type: string; name: string; sql: string | null }>(
        'SELECT type, name, sql FROM sqlite_master ORDER BY type, name',
      )
      .all()
    const of = (part: { type: string; name: string }) =>
      part.type === 'table' && !['session', 'idempotency', 'activity'].includes(part.name)
        ? database
            .prepare<[], Record<string, unknown>>(`SELECT * FROM "${part.name}" ORDER BY 1, 2`)
            .all()
            // The one record that a restore does not bring back, but continues.
            .filter(({ name }) => name !== 'activity')
        : null
    return Object.fromEntries(
      parts.map((part) => [`${part.type} ${part.name} ${part.sql}`, of(part)]),
    )
  } finally {
    database.close()
  }
}

async function fullDisk() {
  return { ...(await fs.statfs(school.dataDir)), bavail: 1 }
}

/** The same backup, which says of itself that it was made in many years. */
async function fromTheFuture(zip: Buffer): Promise<Buffer> {
  const from = path.join(school.dataDir, 'b.zip')
  await fs.writeFile(from, zip)
  const whole = await openPromise(from, { autoClose: false, lazyEntries: true })
  const later = new ZipFile()
  for await (const entry of whole.eachEntry()) {
    const bytes = await buffer(await whole.openReadStreamPromise(entry))
    const isList = entry.fileName === 'manifest.json'
    const text = () => bytes.toString().replace(/"at":"\d{4}/, '"at":"2099')
    later.addBuffer(isList ? Buffer.from(text()) : bytes, entry.fileName, { mode: 0o100600 })
  }
  whole.close()
  later.end()
  return buffer(later.outputStream)
}

/** A zip with nothing but a list of so many bytes, all of them files that are none. */
async function listOf(bytes: number): Promise<Buffer> {
  const zip = new ZipFile()
  const text = Buffer.alloc(bytes, '0,')
  text.write('{"database":{"migrations":[],"counts":{}},"missing":[],"files":[')
  text.write('0]}', bytes - 3)
  zip.addBuffer(text, 'manifest.json', { mode: 0o100600 })
  zip.end()
  return buffer(zip.outputStream)
}

/** A zip whose directory has a million entries, with nothing behind them. */
function millionParts(): Buffer {
  const count = 1_000_000
  const entry = Buffer.alloc(47)
  entry.write('PK\x01\x02', 'latin1')
  entry.writeUInt16LE(1, 28)
  entry.write('a', 46)
  const directory = Buffer.alloc(count * entry.length, entry)
  const end64 = Buffer.alloc(56)
  end64.write('PK\x06\x06', 'latin1')
  end64.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) end64.writeBigUInt64LE(BigInt(count), at)
  end64.writeBigUInt64LE(BigInt(directory.length), 40)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(directory.length), 8)
  locator.writeUInt32LE(1, 16)
  const end = Buffer.alloc(22, 0xff)
  end.write('PK\x05\x06', 'latin1')
  end.fill(0, 4, 8)
  end.fill(0, 20)
  return Buffer.concat([directory, end64, locator, end])
}

async function makeBackup(): Promise<string> {
  await school.admin.makeBackup()
  const { outcome } = await backupTaskEnded(school.admin)
  expect(outcome).toMatchObject({ task: 'make', fault: null })
  return outcome?.backupId ?? ''
}

/** Fetches a backup's file, as the dashboard does: after the password. */
async function download(id: string, headers: Record<string, string> = {}): Promise<Response> {
  const { token } = await school.admin.issueBackupToken({ body: { currentPassword } })
  return school.fetchAsAdmin(backupFilePath(id, token), { headers })
}

async function upload(file: File) {
  const { token } = await school.admin.issueBackupToken({ body: { currentPassword } })
  return school.admin.uploadBackup({ query: { token }, body: {}, file })
}

async function restore(id: string) {
  await school.admin.restoreBackup({ params: { id }, body: { currentPassword } })
  return (await backupTaskEnded(school.admin)).outcome
}

describe('a backup', () => {
  it('brings everything back, undoes that, and says who did it', async () => {
    await fillSchool()
    const before = await wholeState()
    const rows = wholeDatabase()
    const id = await makeBackup()

    const [notice] = await school.admin.listEntries({ params: notices })
    await school.admin.deleteEntry({ params: { collection: 'notices', id: notice?._id ?? '' } })
    await school.admin.createEntry({
      params: notices,
      body: { title: 'পরের নোটিশ' },
      file: paper('later'),
    })
    await school.admin.deleteStudentCount({
      params: { id: (await school.admin.listStudentCounts())[0]?._id ?? '' },
    })
    const after = await wholeState()
    expect(after).not.toEqual(before)

    expect(await restore(id)).toMatchObject({
      task: 'restore',
      backupId: id,
      fault: null,
      contents: { entries: 2, studentCounts: 1, unreadable: 0, missing: 0 },
    })
    expect(await wholeState()).toEqual(before)
    expect(wholeDatabase()).toEqual(rows)
    const page = await (await school.fetch('/allNotices')).text()
    expect(page).toContain('ছুটির নোটিশ')
    expect(page).not.toContain('পরের নোটিশ')
    const file = await school.fetch(`/${notice?.filePath}`)
    expect(file.status).toBe(200)

    const { undo, backups } = await school.admin.listBackups()
    expect(backups.map(({ kind }) => kind).sort()).toEqual(['before-restore', 'manual'])
    expect(await restore(undo ?? '')).toMatchObject({ fault: null })
    expect(await wholeState()).toEqual(after)
    const activity = await school.admin.listActivity({})
    expect(activity.slice(0, 2)).toMatchObject([
      { action: 'backupRestored', by: 'admin', title: expect.stringContaining('before-restore') },
      { action: 'backupRestored', by: 'admin', title: expect.stringContaining('manual') },
    ])
    expect(activity).toContainEqual(expect.objectContaining({ action: 'backupMade' }))
    // It goes on after a restart, with nothing left lying about.
    school = await school.restart()
    expect(await wholeState()).toEqual(after)
    expect(await fs.readdir(school.dataDir)).not.toContain('restore')
    expect(await fs.readdir(path.join(school.dataDir, 'orphans'))).toEqual([])
  })

  it('leaves accounts and passwords as they are; only who restores stays signed in', async () => {
    const clerk = { username: 'clerk', password: 'a clerk may write this' }
    const { _id } = await school.admin.createAdmin({ body: { ...clerk, currentPassword } })
    const id = await makeBackup()
    await school.admin.updateAdmin({
      params: { id: _id },
      body: { disabled: true, currentPassword },
    })
    const newPassword = 'another one, quite long'
    await school.admin.changePassword({ body: { currentPassword, newPassword } })
    const { api: elsewhere } = await school.signIn({ ...ADMIN, password: newPassword })
    await school.admin.restoreBackup({ params: { id }, body: { currentPassword: newPassword } })
    await backupTaskEnded(school.admin)

    expect((await school.admin.session()).username).toBe('admin')
    await expect(elsewhere.session()).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(school.signIn(clerk)).rejects.toMatchObject({ code: 'invalid_credentials' })
    await expect(school.signIn(ADMIN)).rejects.toMatchObject({ code: 'invalid_credentials' })
    await school.signIn({ ...ADMIN, password: newPassword })
  })

  it('is refused to be put back without the own password, and nothing changes', async () => {
    const id = await makeBackup()
    const order = { params: { id }, body: { currentPassword: 'not this one' } }
    await expect(school.admin.restoreBackup(order)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { currentPassword: expect.any(String) },
    })
    expect((await school.admin.listBackups()).backups).toHaveLength(1)
  })

  it('holds no sign-in and not the secret that signs them', async () => {
    const id = await makeBackup()
    const answer = await download(id)
    const zip = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-disposition')).toContain('manual.zip')
    const secret = (await fs.readFile(path.join(school.dataDir, 'signing-secret'), 'utf8')).trim()
    expect(zip.includes(secret)).toBe(false)
    expect(await school.admin.listActivity({})).toContainEqual(
      expect.objectContaining({ action: 'backupDownloaded', by: 'admin' }),
    )
    const part = await download(id, { range: 'bytes=10-19' })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([
      206,
      zip.subarray(10, 20),
    ])
    expect((await download('x')).status).toBe(404)
  })

  it('fetched, lost on the server and brought back is as good as before', async () => {
    await fillSchool()
    const before = await wholeState()
    const id = await makeBackup()
    const answer = await download(id)
    const file = fileOf(new Uint8Array(await answer.arrayBuffer()), 'ব্যাকআপ.zip')
    const { backups } = await school.admin.listBackups()
    await fs.rm(path.join(school.dataDir, 'backups', backups[0]?.name ?? ''))
    const [count] = await school.admin.listStudentCounts()
    await school.admin.deleteStudentCount({ params: { id: count?._id ?? '' } })

    const uploaded = await upload(file)
    expect(uploaded).toMatchObject({ kind: 'uploaded', at: backups[0]?.at, size: file.size })
    await school.admin.verifyBackup({ params: { id: uploaded._id } })
    expect((await backupTaskEnded(school.admin)).outcome).toMatchObject({
      task: 'verify',
      fault: null,
      contents: { entries: 2, studentCounts: 1, pictures: expect.any(Number), unreadable: 0 },
    })
    expect(await restore(uploaded._id)).toMatchObject({ fault: null })
    expect(await wholeState()).toEqual(before)
  })

  it('is not fetched or brought without the own password', async () => {
    const id = await makeBackup()
    const wrong = { body: { currentPassword: 'not this one' } }
    await expect(school.admin.issueBackupToken(wrong)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { currentPassword: expect.any(String) },
    })
    expect((await school.fetchAsAdmin(`/api/admin/backups/${id}/file`)).status).toBe(400)

    // The token of somebody else, and of another sign-in of the same admin.
    const { token } = await school.admin.issueBackupToken({ body: { currentPassword } })
    const elsewhere = await school.signIn()
    const headers = { authorization: `Bearer ${elsewhere.token}` }
    const refused = await school.fetch(backupFilePath(id, token), { headers })
    expect(refused.status).toBe(400)
    const file = fileOf('no backup', 'b.zip')
    const order = { query: { token }, body: {}, file }
    await expect(elsewhere.api.uploadBackup(order)).rejects.toMatchObject({
      fields: { token: expect.any(String) },
    })
    expect((await school.fetchAsAdmin(backupFilePath(id, token))).status).toBe(200)
    now = new Date(now.getTime() + 11 * 60_000)
    expect((await school.fetchAsAdmin(backupFilePath(id, token))).status).toBe(400)
  })

  it('that was brought says by whom, not where it lies, and is never the newest by itself', async () => {
    const id = await makeBackup()
    const zip = Buffer.from(await (await download(id)).arrayBuffer())
    const file = fileOf(new Uint8Array(await fromTheFuture(zip)), 'b.zip')
    const { token } = await school.admin.issueBackupToken({ body: { currentPassword } })
    const form = new FormData()
    form.set('file', file)
    const answer = await school.fetchAsAdmin(`/api/admin/backups/upload?token=${token}`, {
      method: 'POST',
      body: form,
    })
    const text = await answer.text()
    expect([answer.status, text.includes(school.dataDir)]).toEqual([201, false])
    const uploaded = JSON.parse(text)
    expect(Object.keys(uploaded).sort()).toEqual([
      ...['_id', 'at', 'kind', 'name', 'size', 'uploadedBy'],
    ])
    expect(Date.parse(uploaded.at)).toBeLessThanOrEqual(now.getTime())
    const { backups } = await school.admin.listBackups()
    expect(backups.map(({ kind, uploadedBy }) => [kind, uploadedBy])).toContainEqual([
      ...['uploaded', 'admin'],
    ])
    expect(JSON.stringify(backups)).not.toContain(school.dataDir)
  })

  it('is not put back by an admin who is disabled meanwhile', async () => {
    const clerk = { username: 'clerk', password: 'a clerk may write this' }
    const { _id } = await school.admin.createAdmin({ body: { ...clerk, currentPassword } })
    const id = await makeBackup()
    const { api } = await school.signIn(clerk)
    await api.restoreBackup({ params: { id }, body: { currentPassword: clerk.password } })
    const disabledAt = now.toISOString()
    await school.server.inside.db.write((tx) => tx.update(AdminRow, { id: _id }, { disabledAt }))
    expect((await backupTaskEnded(school.admin)).outcome).toMatchObject({
      task: 'restore',
      fault: 'failed',
    })
    expect((await school.admin.listBackups()).undo).toBe(null)
    await makeBackup()
  })

  it('as large as it likes is refused once the disk has no room, not when it has come', async () => {
    const { token } = await school.admin.issueBackupToken({ body: { currentPassword } })
    const piece = Buffer.alloc(1024 * 1024, 1)
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="b.zip"\r\n\r\n'
    let sent = 0
    const endless = new ReadableStream({
      async pull(controller) {
        controller.enqueue(sent === 0 ? Buffer.from(head) : piece)
        sent += 1
        // Others fill the disk meanwhile.
        if (sent === 10) vi.spyOn(fs, 'statfs').mockResolvedValue(await fullDisk())
        if (sent > 200) controller.close()
      },
    })
    const request = {
      ...({ method: 'POST', body: endless, duplex: 'half' } as const),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    } as const
    try {
      const answer = await school.fetchAsAdmin(`/api/admin/backups/upload?token=${token}`, request)
      expect([answer.status, sent < 100]).toEqual([507, true])
    } finally {
      vi.restoreAllMocks()
    }
    await expect.poll(() => fs.readdir(path.join(school.dataDir, 'staging'))).toEqual([])
  })

  it.each([
    ['a list that unpacks to 64 MB', () => listOf(64 << 20)],
    ['a list of 16 million files', () => listOf(32_000_000)],
    ['a million parts', async () => millionParts()],
  ])('with %s is refused, and the server goes on meanwhile', async (_, make) => {
    const file = fileOf(new Uint8Array(await make()), 'b.zip')
    const pauses = monitorEventLoopDelay({ resolution: 10 })
    const { token } = await school.admin.issueBackupToken({ body: { currentPassword } })
    pauses.enable()
    const refused = school.admin.uploadBackup({ query: { token }, body: {}, file })
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'validation_failed' })
    pauses.disable()
    // The client is in this process as well, and so is whatever else the machine does.
    expect(pauses.max / 1e6).toBeLessThan(3000)
    expect((await school.admin.listBackups()).backups).toEqual([])
    expect(await fs.readdir(path.join(school.dataDir, 'staging'))).toEqual([])
  })

  it('is made while others write, and what is deleted meanwhile is in it', async () => {
    for (let n = 0; n < 12; n += 1) {
      await school.admin.createEntry({
        params: notices,
        body: { title: `আগের ${n}` },
        file: paper(`paper ${n}`),
      })
    }
    const list = await school.admin.listEntries({ params: notices })
    let writing = true
    const writers = [0, 1].map(async (writer) => {
      for (let n = 0; writing; n += 1) {
        const [old] = list.splice(0, 1)
        // Replacing removes the old file at once.
        if (old) {
          const params = { collection: 'notices', id: old._id } as const
          await school.admin.updateEntry({ params, body: {}, file: paper(`r${n}`) })
        }
        const title = `সঙ্গে ${writer}-${n}`
        await school.admin.createEntry({
          params: notices,
          body: { title },
          file: paper(title),
        })
      }
    })
    const made: string[] = []
    for (let n = 0; n < 3; n += 1) made.push(await makeBackup())
    writing = false
    await Promise.all(writers)
    for (const id of made) {
      await school.admin.verifyBackup({ params: { id } })
      expect((await backupTaskEnded(school.admin)).outcome).toMatchObject({
        fault: null,
        contents: { missing: 0 },
      })
    }
    expect(await restore(made[1] ?? '')).toMatchObject({ fault: null })
    const orphans = await fs.readdir(path.join(school.dataDir, 'orphans'))
    expect(orphans).toEqual([])
    for (const { filePath } of await school.admin.listEntries({ params: notices })) {
      expect((await school.fetch(`/${filePath}`)).status).toBe(200)
    }
  })

  it('is one at a time', async () => {
    await school.admin.makeBackup()
    await expect(school.admin.makeBackup()).rejects.toMatchObject({ code: 'conflict' })
    await backupTaskEnded(school.admin)
    await makeBackup()
  })
})
