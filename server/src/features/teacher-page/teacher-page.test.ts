import { MAX_TEACHER_HTML } from '@bidyaloy/shared/features/teacher-page/teacher-page'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SingleRecordRow, VersionRow } from '../../db/entities.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
})
afterEach(() => school.stop())

const set = (html: string) => school.admin.updateTeacherPage({ body: { html } })

/** A page as Word saves it: conditional comments, XML, its own tags, pictures beside it. */
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8">
<title>Teachers list final (2)</title>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]-->
<xml><o:Words>312</o:Words></xml>
<style><!-- p.MsoNormal {mso-style-parent:"";} --></style>
<script>alert(1)</script>
</head>
<body lang=EN-US style='tab-interval:.5in'><div class=WordSection1>
<p class=MsoNormal align=center><b><span lang=BN style='font-size:14pt'>শিক্ষকবৃন্দ<o:p></o:p></span></b></p>
<table class=MsoTableGrid border=1><tr><td width=200 colspan=2 onclick="alert(1)"><p>ফারহানা ইয়াসমিন</p></td></tr>
<![if !supportMisalignedColumns]><tr><td>গণিত</td></tr><![endif]></table>
<p><img width=80 src="Teachers_files/image001.png"><img src="file:///C:/x.png"><a href="javascript:alert(1)">লিংক</a></p>
<iframe src="https://evil.example/">কিছু</iframe>
</div></body></html>`

describe('the page of officers and teachers', () => {
  it('has no document before it is saved, but the site’s page for it', async () => {
    const response = await school.fetch('/TeacherInformation.html')
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
    expect(await response.text()).toBe(await (await school.fetch('/nowhere')).text())
  })

  it('from Word is reduced to its text and tables', async () => {
    const { html } = await set(WORD)
    expect(html.replace(/\s+/g, ' ')).toBe(
      '<div> <p><b><span lang="BN">শিক্ষকবৃন্দ</span></b></p> <table><tr><td colspan="2"><p>ফারহানা ইয়াসমিন</p></td></tr> <tr><td>গণিত</td></tr></table> <p><a>লিংক</a></p> </div>',
    )
    expect(await (await school.fetch('/officers_teachers')).text()).toContain('ফারহানা ইয়াসমিন')
    expect(await (await school.fetch('/TeacherInformation.html')).text()).toContain('গণিত')
  })

  it('is made of the people until it is saved, and again when it is left', async () => {
    const add = (title: string, kind: string | null, fields = {}) =>
      school.admin.createEntry({
        params: { collection: 'people' },
        body: { title, kind, fields },
      })
    const read = async (path: string) => (await school.fetch(path)).text()
    const menuHasPeople = async () => (await read('/contactus')).includes('href="/people"')
    expect(await menuHasPeople()).toBe(false)
    await add('অভিভাবক', 'committee')
    expect((await school.fetch('/TeacherInformation.html')).status).toBe(404)
    await add('<b>খ</b>', 'staff', { phone: '০১৭০০-০০০০০১' })
    await add('ক', 'teacher', { post: 'সহকারী শিক্ষক', qualification: 'এমএ' })
    const html =
      '<h2>শিক্ষক</h2><table><thead><tr><th scope="col">নাম</th><th scope="col">পদবি</th><th scope="col">শিক্ষাগত যোগ্যতা</th></tr></thead><tbody><tr><td>ক</td><td>সহকারী শিক্ষক</td><td>এমএ</td></tr></tbody></table>' +
      '<h2>কর্মচারী</h2><table><thead><tr><th scope="col">নাম</th><th scope="col">ফোন</th></tr></thead><tbody><tr><td>&lt;b&gt;খ&lt;/b&gt;</td><td>০১৭০০-০০০০০১</td></tr></tbody></table>'
    expect(await school.visitor.getTeacherPage()).toMatchObject({ html, people: true, __v: 0 })
    expect(await read('/TeacherInformation.html')).toContain(html)
    const page = await read('/officers_teachers')
    expect(page).toContain('href="tel:01700000001"')
    // It shows all people, so the menu has no second page of them.
    expect(page.slice(page.indexOf('<main'), page.indexOf('</main>'))).toContain('অভিভাবক')
    expect(await menuHasPeople()).toBe(false)

    await set('<p>নিজের পাতা</p>')
    expect(await read('/officers_teachers')).toContain('নিজের পাতা')
    expect(await read('/officers_teachers')).not.toContain('01700000001')
    expect(await read('/people')).toContain('অভিভাবক')
    expect(await menuHasPeople()).toBe(true)
    const left = await school.admin.updateTeacherPage({ body: { people: true, __v: 1 } })
    expect(left).toMatchObject({ html, people: true, __v: 2 })
    expect(await read('/officers_teachers')).toContain('tel:01700000001')
    const params = { recordType: 'teacherPage', id: 'current' } as const
    const [version] = await school.admin.listVersions({ params })
    expect(version?.data).toEqual({ html: '<p>নিজের পাতা</p>' })
  })

  it('can be previewed without being saved', async () => {
    const preview = (body: { html: string }) => school.admin.previewTeacherPage({ body })
    const { html } = await preview({ html: WORD })
    expect(html).toContain('<p><b><span lang="BN">শিক্ষকবৃন্দ</span></b></p>')
    expect(html).not.toContain('alert')
    await expect(preview({ html: '<script>1</script>' })).rejects.toMatchObject({
      fields: { html: expect.any(String) },
    })
    await expect(school.visitor.previewTeacherPage({ body: { html } })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    await expect(school.visitor.getTeacherPage()).rejects.toMatchObject({ code: 'not_found' })
    expect((await set(WORD)).html).toBe(html)
  })

  it('rejects an outdated version', async () => {
    await expect(school.visitor.getTeacherPage()).rejects.toMatchObject({ code: 'not_found' })
    const first = { html: '<p>এক</p>', __v: 0 }
    expect((await school.admin.updateTeacherPage({ body: first })).__v).toBe(1)
    const again = school.admin.updateTeacherPage({ body: { ...first, html: '<p>দুই</p>' } })
    await expect(again).rejects.toMatchObject({ code: 'conflict' })
    const changed = await school.admin.updateTeacherPage({ body: { html: '<p>দুই</p>', __v: 1 } })
    expect(changed).toMatchObject({ html: '<p>দুই</p>', __v: 2 })
  })

  it('is accepted up to its size limit', async () => {
    const row = '<tr><td>মো. আবদুল হালিম</td></tr>'
    const long = `<table>${row.repeat(Math.floor((MAX_TEACHER_HTML - 20) / row.length))}</table>`
    expect((await set(long)).html).toHaveLength(long.length)
    await expect(set(long + row.repeat(20))).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { html: expect.stringContaining('500000') },
    })
    await expect(set('x'.repeat(4 * MAX_TEACHER_HTML))).rejects.toMatchObject({ code: 'too_large' })
  })

  it('is rejected if it is too complex', async () => {
    const deep = ['<i>', '<div>', '<table><tr><td>', '<svg>', '<b><p>'].map((tags) =>
      tags.repeat(MAX_TEACHER_HTML / tags.length),
    )
    for (const html of deep) {
      const refusal = { fields: { html: expect.stringContaining('nested more than 200 deep') } }
      await expect(school.admin.previewTeacherPage({ body: { html } })).rejects.toMatchObject(
        refusal,
      )
      await expect(set(html)).rejects.toMatchObject(refusal)
    }
    const shallow = [
      `<p>ক</p><!--${'x'.repeat(400_000)}`,
      `<p ${'a="1" '.repeat(80_000)}>ক</p>`,
      `<p>${'&#2453;'.repeat(70_000)}</p>`,
      '<li>ক'.repeat(80_000),
      `<p>ক</p><${'x'.repeat(400_000)}`,
    ]
    for (const html of shallow) expect((await set(html)).html).toContain('ক')
  }, 30_000)

  it('is shown as empty if it is stored but invalid, and can be replaced', async () => {
    await set('<p>আগের পাতা</p>')
    await school.server.internals.db.write((tx) =>
      tx.update(SingleRecordRow, { name: 'teacherPage' }, { data: { html: '<i>'.repeat(9000) } }),
    )
    school = await school.restart()
    const { html, __v } = await school.visitor.getTeacherPage()
    expect(html).toBe('')
    expect((await school.fetch('/officers_teachers')).status).toBe(200)
    const body = { html: '<p>নতুন পাতা</p>', __v }
    expect((await school.admin.updateTeacherPage({ body })).html).toBe('<p>নতুন পাতা</p>')
  })

  it('is rejected by field if nothing of it can be shown', async () => {
    for (const html of [' ', '<script>alert(1)</script>', '<p>&nbsp;\u200b</p><img src="a.png">']) {
      await expect(set(html)).rejects.toMatchObject({ fields: { html: expect.any(String) } })
    }
    for (const body of [{}, { html: '<p>ক</p>', people: true } as const]) {
      await expect(school.admin.updateTeacherPage({ body })).rejects.toMatchObject({
        fields: { html: 'Send either a page or people: true.' },
      })
    }
    await expect(school.visitor.getTeacherPage()).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a typed list of teachers of an earlier version', () => {
  const typed = (name: string, fields = {}) => ({
    ...{ name, post: '', subject: '', phone: '', email: '' },
    ...fields,
  })

  /** Stores a page as earlier versions did, and restarts the server. */
  async function restartWith(teachers: object[]) {
    await set('<p>আগের পাতা</p>')
    await set('<p>পরের পাতা</p>')
    await school.server.internals.db.write(async (tx) => {
      await tx.update(SingleRecordRow, { name: 'teacherPage' }, { data: { teachers } })
      const former = { teachers: [typed('প্রাক্তন <শিক্ষক>')] }
      await tx.update(VersionRow, { recordType: 'teacherPage', n: 0 }, { data: former })
    })
    school = await school.restart()
  }
  const people = async () =>
    school.visitor.listEntries({ params: { collection: 'people' }, query: { sort: 'order' } })

  it('becomes people once, in its order, without those who are among them', async () => {
    await school.admin.createEntry({
      params: { collection: 'people' },
      body: { title: 'নাসরিন সুলতানা', kind: 'teacher', fields: { post: 'সহকারী শিক্ষক' } },
    })
    const head = { post: 'প্রধান শিক্ষক', email: 'head@example.edu.bd' }
    const list = [typed('রওশন আরা', head), typed('নাসরিন সুলতানা'), typed('সুমিতা রানী')]
    await restartWith(list)
    const moved = await people()
    expect(moved.map(({ title, fields = {} }) => ({ title, ...fields }))).toEqual([
      { title: 'নাসরিন সুলতানা', post: 'সহকারী শিক্ষক' },
      { title: 'রওশন আরা', ...head },
      { title: 'সুমিতা রানী' },
    ])
    expect(await school.visitor.getTeacherPage()).toMatchObject({ people: true, __v: 3 })
    school = await school.restart()
    expect(await people()).toEqual(moved)
  })

  it('becomes HTML if a row cannot be a person; so do the lists of former versions', async () => {
    await restartWith([typed('রওশন আরা'), typed('ক', { phone: '০'.repeat(250) })])
    expect(await people()).toEqual([])
    const { html, people: isOfPeople } = await school.visitor.getTeacherPage()
    expect(html).toContain('<td>রওশন আরা</td>')
    expect(isOfPeople).toBeUndefined()
    await school.admin.restoreVersion({
      params: { recordType: 'teacherPage', id: 'current', n: '0' },
    })
    expect((await school.visitor.getTeacherPage()).html).toContain('প্রাক্তন &lt;শিক্ষক&gt;')
  })
})
