import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buffer } from 'node:stream/consumers'
import { backupFilePath } from '@bidyaloy/shared/api/paths'
import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import { sampleCount } from '@bidyaloy/shared/features/student-counts/sample-count'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { AdminRow, PushSubscriptionRow } from '../../db/entities.ts'
import { takeLock } from '../../db/folder-lock.ts'
import { SOME_SUBSCRIPTION } from '../../openapi/request-body.ts'
import { allFileNames } from '../../storage/file-names.ts'
import { UPLOAD_FOLDERS } from '../../storage/file-store.ts'
import { referencedFiles } from '../../storage/referenced-files.ts'
import { secretsOf } from '../../storage/secrets.ts'
import { longManifestZip, millionEntriesZip } from '../../test/hostile-files.ts'
import { fileOf, twoColors } from '../../test/sample-files.ts'
import { tableRows } from '../../test/table-rows.ts'
import {
  ADMIN,
  backupTaskEnded,
  IS_POSTGRES,
  startTestServer,
  type TestServer,
} from '../../test/test-server.ts'
import { copyPath, emptyWork } from './make-backup.ts'

/** Text instead of PDF, so that no page previews are rendered. */
const textFile = (text: string) => fileOf(text, 'notice.txt')

const notices = { collection: 'notices' } as const
const currentPassword = ADMIN.password

let school: TestServer
let now: Date
beforeEach(async () => {
  now = new Date()
  school = await startTestServer({ clock: () => now })
})
afterEach(() => school.stop())

async function fillSchool(): Promise<void> {
  const { admin } = school
  await admin.createEntry({ params: notices, body: { title: 'ছুটির নোটিশ' }, file: textFile('ছুটি') })
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

/** Returns everything that visitors and admins see, with hashes of the files. */
async function wholeState(): Promise<unknown> {
  const { admin } = school
  const notice = await admin.listEntries({ params: notices })
  const gallery = await admin.listEntries({ params: { collection: 'gallery' } })
  const files: string[] = []
  for (const place of UPLOAD_FOLDERS) {
    for (const name of (await storedNames(place)).sort()) {
      const bytes = await school.server.internals.files.use(place, name, (file) =>
        fs.readFile(file),
      )
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

/** Returns the files of a folder; in a bucket, where others remain for a day, those of records. */
async function storedNames(place: (typeof UPLOAD_FOLDERS)[number]): Promise<string[]> {
  const { files, db } = school.server.internals
  if (!files.isRemote) return files.names(place)
  const named = (await referencedFiles(db.read)).filter(({ file }) => file.folder === place)
  return named.flatMap(({ file }) => allFileNames(file))
}

/** Returns all rows of the database, without what a restore does not replace. */
async function wholeDatabase(): Promise<Record<string, unknown[]>> {
  const { activity: _, sequence = [], ...tables } = await tableRows(school.server.internals.db.read)
  // Those of tables that a restore leaves continue.
  const isReplaced = (row: unknown) => !/activity|push_subscription/.test(String(row))
  return { ...tables, sequence: sequence.filter(isReplaced) }
}

async function fullDisk() {
  return { ...(await fs.statfs(school.dataDir)), bavail: 1 }
}

/** Returns the same backup with a date in the future. */
async function withFutureDate(zip: Buffer): Promise<Buffer> {
  const from = path.join(school.dataDir, 'b.zip')
  await fs.writeFile(from, zip)
  const whole = await openPromise(from, { autoClose: false, lazyEntries: true })
  const later = new ZipFile()
  for await (const entry of whole.eachEntry()) {
    const bytes = await buffer(await whole.openReadStreamPromise(entry))
    const isManifest = entry.fileName === 'manifest.json'
    const text = () => bytes.toString().replace(/"at":"\d{4}/, '"at":"2099')
    later.addBuffer(isManifest ? Buffer.from(text()) : bytes, entry.fileName, { mode: 0o100600 })
  }
  whole.close()
  later.end()
  return buffer(later.outputStream)
}

async function makeBackup(): Promise<string> {
  await school.admin.makeBackup()
  const { outcome } = await backupTaskEnded(school.admin)
  expect(outcome).toMatchObject({ task: 'make', fault: null })
  return outcome?.backupId ?? ''
}

/** Downloads a backup as the dashboard does, with a token. */
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
  it('restores everything, can be undone, and is recorded in the activity', async () => {
    await fillSchool()
    const before = await wholeState()
    const rows = await wholeDatabase()
    const id = await makeBackup()

    const [notice] = await school.admin.listEntries({ params: notices })
    await school.admin.deleteEntry({ params: { collection: 'notices', id: notice?._id ?? '' } })
    await school.admin.createEntry({
      params: notices,
      body: { title: 'পরের নোটিশ' },
      file: textFile('later'),
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
      contents: { entries: 2, records: { studentCounts: 1 }, unreadable: 0, missing: 0 },
    })
    expect(await wholeState()).toEqual(before)
    expect(await wholeDatabase()).toEqual(rows)
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
    // The restored data survives a restart, and no temporary files remain.
    school = await school.restart()
    expect(await wholeState()).toEqual(after)
    expect(await fs.readdir(school.dataDir)).not.toContain('restore')
    expect(await fs.readdir(path.join(school.dataDir, 'orphans'))).toEqual([])
  })

  it('leaves subscriptions to notices as they are', async () => {
    const subscribe = (endpoint: string) =>
      school.visitor.subscribe({ body: { ...SOME_SUBSCRIPTION, endpoint } })
    const ended = 'https://push.example.com/ended'
    const later = 'https://push.example.com/later'
    await subscribe(ended)
    const id = await makeBackup()
    await school.visitor.unsubscribe({ body: { endpoint: ended } })
    await subscribe(later)
    expect(await restore(id)).toMatchObject({ fault: null })
    const rows = await school.server.internals.db.read.find(PushSubscriptionRow)
    expect(rows.map(({ endpoint }) => endpoint)).toEqual([later])
  })

  it('keeps accounts and passwords; only the session that restores stays valid', async () => {
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

  it('is not restored without the admin’s own password', async () => {
    const id = await makeBackup()
    const order = { params: { id }, body: { currentPassword: 'not this one' } }
    await expect(school.admin.restoreBackup(order)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { currentPassword: expect.any(String) },
    })
    expect((await school.admin.listBackups()).backups).toHaveLength(1)
  })

  it('contains no session and no signing secret; downloads support ranges', async () => {
    const id = await makeBackup()
    const response = await download(id)
    const zip = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-disposition')).toContain('manual.zip')
    const { db, folder } = school.server.internals
    const secret = await secretsOf(db, folder).readOrMake('signing-secret', () => 'missing')
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

  it.each([
    ['all of it', {}],
    ['all of it as a range', { range: 'bytes=0-' }],
    ['all but its first byte', { range: 'bytes=1-' }],
  ])('is recorded once as downloaded by who asks for %s and again', async (_, headers) => {
    const id = await makeBackup()
    const { token } = await school.admin.issueBackupToken({ body: { currentPassword } })
    const take = async (sent: Record<string, string>) => {
      await (await school.fetchAsAdmin(backupFilePath(id, token), { headers: sent })).arrayBuffer()
      const lines = await school.admin.listActivity({})
      return lines.filter(({ action }) => action === 'backupDownloaded').map(({ by }) => by)
    }
    expect(await take({ range: `bytes=${1024 ** 4}-` })).toEqual([])
    expect(await take(headers)).toEqual(['admin'])
    expect(await take({})).toEqual(['admin'])
    expect(await take({ range: 'bytes=10-' })).toEqual(['admin'])
  })

  it('restores after it was downloaded, deleted and uploaded again', async () => {
    await fillSchool()
    const before = await wholeState()
    const id = await makeBackup()
    const response = await download(id)
    const file = fileOf(new Uint8Array(await response.arrayBuffer()), 'ব্যাকআপ.zip')
    const { backups } = await school.admin.listBackups()
    await school.server.internals.files.remove('backups', backups[0]?.name ?? '')
    const [count] = await school.admin.listStudentCounts()
    await school.admin.deleteStudentCount({ params: { id: count?._id ?? '' } })

    const uploaded = await upload(file)
    expect(uploaded).toMatchObject({ kind: 'uploaded', at: backups[0]?.at, size: file.size })
    await school.admin.verifyBackup({ params: { id: uploaded._id } })
    expect((await backupTaskEnded(school.admin)).outcome).toMatchObject({
      task: 'verify',
      fault: null,
      contents: {
        entries: 2,
        records: { studentCounts: 1 },
        pictures: expect.any(Number),
        unreadable: 0,
      },
    })
    expect(await restore(uploaded._id)).toMatchObject({ fault: null })
    expect(await wholeState()).toEqual(before)
  })

  it('is not downloaded or uploaded without the admin’s own password', async () => {
    const id = await makeBackup()
    const wrong = { body: { currentPassword: 'not this one' } }
    await expect(school.admin.issueBackupToken(wrong)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { currentPassword: expect.any(String) },
    })
    expect((await school.fetchAsAdmin(`/api/admin/backups/${id}/file`)).status).toBe(400)

    // A token is valid only for the session that requested it.
    const { token } = await school.admin.issueBackupToken({ body: { currentPassword } })
    const elsewhere = await school.signIn()
    const headers = { authorization: `Bearer ${elsewhere.token}` }
    const rejected = await school.fetch(backupFilePath(id, token), { headers })
    expect(rejected.status).toBe(400)
    const file = fileOf('no backup', 'b.zip')
    const order = { query: { token }, body: {}, file }
    await expect(elsewhere.api.uploadBackup(order)).rejects.toMatchObject({
      fields: { token: expect.any(String) },
    })
    expect((await school.fetchAsAdmin(backupFilePath(id, token))).status).toBe(200)
    now = new Date(now.getTime() + 11 * 60_000)
    expect((await school.fetchAsAdmin(backupFilePath(id, token))).status).toBe(400)
  })

  it('has its uploader but no path, and a future date becomes the current time', async () => {
    const id = await makeBackup()
    const zip = Buffer.from(await (await download(id)).arrayBuffer())
    const file = fileOf(new Uint8Array(await withFutureDate(zip)), 'b.zip')
    const { token } = await school.admin.issueBackupToken({ body: { currentPassword } })
    const form = new FormData()
    form.set('file', file)
    const response = await school.fetchAsAdmin(`/api/admin/backups/upload?token=${token}`, {
      method: 'POST',
      body: form,
    })
    const text = await response.text()
    expect([response.status, text.includes(school.dataDir)]).toEqual([201, false])
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

  it('is not restored by an admin who is disabled meanwhile', async () => {
    const clerk = { username: 'clerk', password: 'a clerk may write this' }
    const { _id } = await school.admin.createAdmin({ body: { ...clerk, currentPassword } })
    const id = await makeBackup()
    const { api } = await school.signIn(clerk)
    await api.restoreBackup({ params: { id }, body: { currentPassword: clerk.password } })
    const disabledAt = now.toISOString()
    await school.server.internals.db.write((tx) => tx.update(AdminRow, { id: _id }, { disabledAt }))
    expect((await backupTaskEnded(school.admin)).outcome).toMatchObject({
      task: 'restore',
      fault: 'failed',
    })
    expect((await school.admin.listBackups()).undo).toBe(null)
    await makeBackup()
  })

  it('is rejected with 507 when the disk fills up during its upload', async () => {
    const { token } = await school.admin.issueBackupToken({ body: { currentPassword } })
    const piece = Buffer.alloc(1024 * 1024, 1)
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="b.zip"\r\n\r\n'
    let sent = 0
    const endless = new ReadableStream({
      async pull(controller) {
        controller.enqueue(sent === 0 ? Buffer.from(head) : piece)
        sent += 1
        // The disk fills up meanwhile.
        if (sent === 10) vi.spyOn(fs, 'statfs').mockResolvedValue(await fullDisk())
        if (sent > 200) controller.close()
      },
    })
    const request = {
      ...({ method: 'POST', body: endless, duplex: 'half' } as const),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    } as const
    try {
      const response = await school.fetchAsAdmin(
        `/api/admin/backups/upload?token=${token}`,
        request,
      )
      expect([response.status, sent < 100]).toEqual([507, true])
    } finally {
      vi.restoreAllMocks()
    }
    await expect.poll(() => fs.readdir(path.join(school.dataDir, 'staging'))).toEqual([])
  })

  // No record is read of one.
  it.skipIf(IS_POSTGRES).each([
    ['a manifest of 64 MB', () => longManifestZip(64 << 20)],
    ['a manifest of 16 million files', () => longManifestZip(32_000_000)],
    ['a million entries', async () => millionEntriesZip()],
  ])('with %s is rejected without blocking the server', async (_, make) => {
    const file = fileOf(new Uint8Array(await make()), 'b.zip')
    const pauses = monitorEventLoopDelay({ resolution: 10 })
    const { token } = await school.admin.issueBackupToken({ body: { currentPassword } })
    pauses.enable()
    const rejected = school.admin.uploadBackup({ query: { token }, body: {}, file })
    await expect(rejected).rejects.toMatchObject({ status: 400, code: 'validation_failed' })
    pauses.disable()
    // Includes the client, which runs in this process.
    expect(pauses.max / 1e6).toBeLessThan(3000)
    expect((await school.admin.listBackups()).backups).toEqual([])
    expect(await fs.readdir(path.join(school.dataDir, 'staging'))).toEqual([])
  })

  it('is consistent during concurrent writes and deletions', async () => {
    for (let n = 0; n < 12; n += 1) {
      await school.admin.createEntry({
        params: notices,
        body: { title: `আগের ${n}` },
        file: textFile(`text ${n}`),
      })
    }
    const list = await school.admin.listEntries({ params: notices })
    let writing = true
    const writers = [0, 1].map(async (writer) => {
      for (let n = 0; writing; n += 1) {
        const [old] = list.splice(0, 1)
        // Replacing a file deletes the old one.
        if (old) {
          const params = { collection: 'notices', id: old._id } as const
          await school.admin.updateEntry({ params, body: {}, file: textFile(`r${n}`) })
        }
        const title = `সঙ্গে ${writer}-${n}`
        await school.admin.createEntry({
          params: notices,
          body: { title },
          file: textFile(title),
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

  it('is rejected with 409 during another task', async () => {
    await school.admin.makeBackup()
    await expect(school.admin.makeBackup()).rejects.toMatchObject({ code: 'conflict' })
    await backupTaskEnded(school.admin)
    await makeBackup()
  })

  it('is made by a command while the server stops', async () => {
    const { folder } = school.server.internals
    const unlock = takeLock(folder.backupLock)
    await emptyWork(folder)
    await fs.writeFile(copyPath(folder), 'a copy of the database')
    school = await school.restart()
    expect(await fs.readFile(copyPath(folder), 'utf8')).toBe('a copy of the database')
    unlock?.()
  })
})
