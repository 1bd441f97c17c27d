import { ApiError } from '@bidyaloy/shared/api/api'
import { emptySiteSettings, type SiteSettings } from '@bidyaloy/shared/school/site-settings'
import type { ResolverOptions } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import {
  fieldName,
  linkErrors,
  linksIn,
  linksText,
  settingsResolver,
  settingsValues,
  toSettings,
  withFormFields,
} from './settings-values.ts'

const saved: SiteSettings = {
  ...emptySiteSettings,
  identity: { ...emptySiteSettings.identity, motto: 'শিক্ষাই আলো', eiin: '১২৩৪৫৬' },
  menus: { apa: [{ label: 'নীতিমালা', href: '/allDownloads' }], integrity: [] },
  history: '## শুরুর কথা\n\n১৯৭২ সালে শুরু।',
}

const options: ResolverOptions<Record<string, string>> = {
  fields: {},
  shouldUseNativeValidation: false,
}
const wrongIn = async (values: Record<string, string>) => {
  const { errors } = await settingsResolver(values, undefined, options)
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]))
}

describe('the settings as fields of a form', () => {
  it('come back as they were: none of them is lost', () => {
    const { pictures, updatedAt, __v, ...settings } = saved
    expect(toSettings(settingsValues(saved))).toEqual(settings)
  })

  it('says of a list which link is wrong, beside the field it stands in', async () => {
    const values = {
      ...settingsValues(saved),
      [fieldName('sideLinks.government')]: linksText([
        { label: 'মাউশি', href: 'https://dshe.gov.bd' },
        { label: 'ভুল', href: 'javascript:alert(1)' },
      ]),
      [fieldName('services.payment')]: 'bkash',
    }
    expect(await wrongIn(values)).toEqual({
      'sideLinks:government': '২ নং লিংক: সঠিক ওয়েব ঠিকানা লিখুন।',
      'services:payment': 'সঠিক ওয়েব ঠিকানা লিখুন।',
    })
    expect(await wrongIn({ ...settingsValues(saved) })).toEqual({})
  })

  it('take the pin from two fields or from what a map gives, in digits of either kind', async () => {
    const pinOf = (latitude: string, longitude: string) =>
      toSettings({
        ...settingsValues(saved),
        [fieldName('mapPin.latitude')]: latitude,
        [fieldName('mapPin.longitude')]: longitude,
      }).mapPin
    const pin = { latitude: 23.8103, longitude: 90.4125 }
    expect(pinOf('23.8103', '90.4125')).toEqual(pin)
    expect(pinOf('23.8103, 90.4125', '')).toEqual(pin)
    expect(pinOf('', '(২৩.৮১০৩, ৯০.৪১২৫)')).toEqual(pin)
    expect(pinOf('২৩.৮১০৩ ৯০.৪১২৫', '90')).toEqual(pin)
    expect(pinOf(' ', '')).toEqual({ latitude: null, longitude: null })
    const values = settingsValues({ ...saved, mapPin: pin })
    expect(values[fieldName('mapPin.longitude')]).toBe('90.4125')
    expect(await wrongIn({ ...values, [fieldName('mapPin.latitude')]: 'ঢাকা' })).toEqual({
      'mapPin:latitude': 'একটি সংখ্যা লিখুন।',
    })
    expect(
      await wrongIn({ ...values, [fieldName('mapPin.latitude')]: '90.4125, 23.8103' }),
    ).toEqual({
      'mapPin:latitude': 'বাংলাদেশের ভেতরের অক্ষাংশ লিখুন: ২০ থেকে ২৭।',
      'mapPin:longitude': 'বাংলাদেশের ভেতরের দ্রাঘিমাংশ লিখুন: ৮৮ থেকে ৯৩।',
    })
  })

  it("names the form's fields where the server refuses", () => {
    const refusal = new ApiError(400, 'validation_failed', 'ভুল', {
      'menus.apa.0.href': 'ঠিক নয়',
      'identity.motto': 'বেশি লম্বা',
      somethingElse: 'অজানা',
    })
    expect(withFormFields(refusal)).toMatchObject({
      code: 'validation_failed',
      fields: { 'menus:apa': '১ নং লিংক: ঠিক নয়', 'identity:motto': 'বেশি লম্বা' },
    })
  })

  it('tells of a single link what is missing and what is wrong', () => {
    expect(linkErrors({ label: 'ক', href: '/allNotices' })).toEqual({})
    expect(linkErrors({ label: ' ', href: '' })).toEqual({
      label: 'এই ঘরটি পূরণ করুন।',
      href: 'এই ঘরটি পূরণ করুন।',
    })
    expect(linkErrors({ label: 'ক', href: 'www.example.gov.bd' })).toEqual({})
    expect(linkErrors({ label: 'ক', href: '/a.page' })).toEqual({})
    expect(linkErrors({ label: 'ক', href: '//evil.example' }).href).toBe('সঠিক ওয়েব ঠিকানা লিখুন।')
  })

  it('takes a text that holds no links for an empty list', () => {
    expect(linksIn('')).toEqual([])
    expect(linksIn('{"a":1}')).toEqual([])
    expect(linksIn('[{"label":1}]')).toEqual([])
    expect(linksText([])).toBe('')
  })
})
