import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import { sampleSchoolInfo } from '@bidyaloy/shared/features/school-info/sample-school-info'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import { sampleCount } from '@bidyaloy/shared/features/student-counts/sample-count'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { problemOf, startTestServer, type TestServer } from './test-server.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
})
afterEach(() => school.stop())

describe('records of the school', () => {
  it('creates school info once, changes it, and rejects an outdated version', async () => {
    await expect(school.visitor.getSchoolInfo()).rejects.toMatchObject({ status: 404 })
    const created = await school.admin.createSchoolInfo({ body: sampleSchoolInfo })
    expect(created).toMatchObject({ ...sampleSchoolInfo, __v: 0 })
    await expect(school.admin.createSchoolInfo({ body: sampleSchoolInfo })).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
    })

    const params = { id: created._id }
    const body = { ...sampleSchoolInfo, totalStudents: 2300, __v: created.__v }
    const changed = await school.admin.updateSchoolInfo({ params, body })
    expect(changed).toMatchObject({ totalStudents: 2300, __v: 1 })
    await expect(school.admin.updateSchoolInfo({ params, body })).rejects.toMatchObject({
      status: 409,
    })
    expect(await school.visitor.getSchoolInfo()).toEqual(changed)
  })

  it('names every invalid field', async () => {
    const response = await school.fetchAsAdmin('/api/schoolInfo', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...sampleSchoolInfo,
        dayShift: ' ',
        totalLand: -1,
        ictLabs: 2.5,
        librarySeats: '80',
        auditorium: 'Maybe',
      }),
    })
    expect(response.status).toBe(400)
    const { code, fields = {} } = await problemOf(response)
    expect(code).toBe('validation_failed')
    expect(Object.keys(fields).sort()).toEqual([
      'auditorium',
      'dayShift',
      'ictLabs',
      'librarySeats',
      'totalLand',
    ])
    expect(fields.totalLand).toBe('০ এর কম হতে পারবে না।')
  })

  it('saves the contact record with a message in the requested language', async () => {
    await expect(school.visitor.getContact()).rejects.toMatchObject({ status: 404 })
    const { message, data } = await school.admin.createContact({ body: sampleContact })
    expect(message).toBe('Data saved successfully!')
    // The form sends the whole record, with the server's fields.
    const again = await school.admin.updateContact({
      body: { ...data, phone: '০২-৫৫৫০৯৯৯৯' },
    })
    expect(again.data).toMatchObject({ phone: '০২-৫৫৫০৯৯৯৯', __v: 1, _id: data._id })
    await expect(
      school.admin.updateContact({ body: { ...data, phone: '১' } }),
    ).rejects.toMatchObject({ status: 409 })
    await expect(
      school.admin.updateContact({ body: { ...sampleContact, email: 'x', website: 'y' } }),
    ).rejects.toMatchObject({
      status: 400,
      fields: { email: expect.any(String), website: expect.any(String) },
    })
  })

  it('returns empty settings at first and saved ones later', async () => {
    expect(await school.visitor.getSettings()).toEqual(emptySiteSettings)
    const { updatedAt, ...settings } = emptySiteSettings
    const saved = await school.admin.updateSettings({
      body: { ...settings, identity: { ...settings.identity, motto: 'শিক্ষাই আলো' }, __v: 0 },
    })
    expect(saved).toMatchObject({ identity: { motto: 'শিক্ষাই আলো' }, __v: 1 })
    await expect(
      school.admin.updateSettings({ body: { ...settings, __v: 0 } }),
    ).rejects.toMatchObject({ status: 409 })
    expect((await school.visitor.getSettings()).updatedAt).not.toBeNull()
    // An earlier desktop app sends no jubilee.
    const { jubilee, ...before } = settings
    expect(await school.admin.updateSettings({ body: { ...before, __v: 1 } })).toMatchObject({
      jubilee: { shown: true, title: '' },
    })
    await expect(
      school.admin.updateSettings({
        body: { ...settings, jubilee: { ...jubilee, number: '১'.repeat(9) }, __v: 2 },
      }),
    ).rejects.toMatchObject({ status: 400, fields: { 'jubilee.number': expect.any(String) } })
  })

  it('accepts only a web address for webmail, and settings without it from earlier apps', async () => {
    const { updatedAt, __v, ...settings } = await school.visitor.getSettings()
    const put = (services: Partial<typeof settings.services>) =>
      school.admin.updateSettings({
        body: { ...settings, services: { ...settings.services, ...services } },
      })
    const webmail = 'https://mail.example.edu.bd/'
    expect((await put({ webmail })).services.webmail).toBe(webmail)
    for (const wrong of ['javascript:alert(1)', '/webmail', 'mailto:a@example.edu.bd']) {
      await expect(put({ webmail: wrong })).rejects.toMatchObject({
        status: 400,
        fields: { 'services.webmail': expect.any(String) },
      })
    }
    const { mapPin, ...older } = settings
    const { webmail: _, ...before } = settings.services
    const sent = await school.admin.updateSettings({ body: { ...older, services: before } })
    expect(sent.services.webmail).toBe('')
    expect(sent.mapPin).toEqual(mapPin)
  })

  it('accepts a map pin with both coordinates in Bangladesh, or none', async () => {
    const { updatedAt, __v, ...settings } = await school.visitor.getSettings()
    const put = (latitude: number | null, longitude: number | null) =>
      school.admin.updateSettings({ body: { ...settings, mapPin: { latitude, longitude } } })
    const pin = { latitude: 23.8103, longitude: 90.4125 }
    expect((await put(pin.latitude, pin.longitude)).mapPin).toEqual(pin)
    const latitude = expect.stringContaining('latitude')
    const longitude = expect.stringContaining('longitude')
    const wrong: [[number | null, number | null], Record<string, unknown>][] = [
      [[90.4, 23.8], { 'mapPin.latitude': latitude, 'mapPin.longitude': longitude }],
      [[23.8, null], { 'mapPin.longitude': longitude }],
      [[null, 90.4], { 'mapPin.latitude': latitude }],
    ]
    for (const [sent, fields] of wrong) {
      await expect(put(...sent)).rejects.toMatchObject({ status: 400, fields })
    }
    expect((await put(null, null)).mapPin).toEqual({ latitude: null, longitude: null })
  })
})

describe('student counts', () => {
  it('stores one count for each class, shift and section', async () => {
    const created = await school.admin.createStudentCount({ body: sampleCount })
    expect(created).toMatchObject({ ...sampleCount, boys: 0, science: 0, __v: 0 })
    await expect(school.admin.createStudentCount({ body: sampleCount })).rejects.toMatchObject({
      status: 409,
    })
    const found = await school.visitor.getStudentCount({
      params: { className: 'Six', shift: 'Morning', section: 'A' },
    })
    expect(found).toEqual(created)
    const missing = { className: 'Six', shift: 'Morning', section: 'D' } as const
    await expect(school.visitor.getStudentCount({ params: missing })).rejects.toMatchObject({
      status: 404,
    })
    const unknown = await school.fetch('/api/studentCounts/Eleven/Morning/A')
    expect(unknown.status).toBe(400)
  })

  it('changes only the fields that are sent', async () => {
    await school.admin.createStudentCount({ body: sampleCount })
    const created = await school.admin.createStudentCount({
      body: { ...sampleCount, section: 'B', boys: 7 },
    })
    const changed = await school.admin.updateStudentCount({
      params: { id: created._id },
      body: { girls: 60, __v: created.__v },
    })
    expect(changed).toMatchObject({ boys: 7, girls: 60, muslim: 50, __v: 1 })
    await expect(
      school.admin.updateStudentCount({ params: { id: created._id }, body: { girls: 1, __v: 0 } }),
    ).rejects.toMatchObject({ status: 409 })
    await expect(
      school.admin.updateStudentCount({ params: { id: created._id }, body: { section: 'A' } }),
    ).rejects.toMatchObject({ status: 409 })
  })

  it('lists by class, shift and section, without deleted counts', async () => {
    for (const section of ['A', 'B'] as const) {
      await school.admin.createStudentCount({ body: { ...sampleCount, section } })
    }
    const more = [
      { className: 'Ten', shift: 'Day', section: 'A' },
      { className: 'Three', shift: 'Day', section: 'C' },
      { className: 'Three', shift: 'Morning', section: 'D' },
    ] as const
    for (const group of more) await school.admin.createStudentCount({ body: group })
    const names = async () =>
      (await school.visitor.listStudentCounts()).map(
        (row) => `${row.className} ${row.shift} ${row.section}`,
      )
    expect(await names()).toEqual([
      'Three Morning D',
      'Three Day C',
      'Six Morning A',
      'Six Morning B',
      'Ten Day A',
    ])
    const last = (await school.visitor.listStudentCounts()).at(-1)
    await school.admin.deleteStudentCount({ params: { id: String(last?._id) } })
    expect(await names()).not.toContain('Ten Day A')
    // Its group can have a new count.
    await school.admin.createStudentCount({ body: more[0] })
    expect(await names()).toContain('Ten Day A')
  })
})
