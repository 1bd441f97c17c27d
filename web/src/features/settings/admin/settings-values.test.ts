import { ApiError } from '@bidyaloy/shared/api/api'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import type { SiteSettings } from '@bidyaloy/shared/features/settings/settings'
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
  kinds: { notices: [{ id: 'fee', name: 'বেতন' }] },
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

describe('settings as form values', () => {
  it('round-trip without losing a setting', () => {
    const { pictures, updatedAt, __v, ...settings } = saved
    expect(toSettings(settingsValues(saved))).toEqual(settings)
    expect(toSettings(settingsValues(emptySiteSettings)).kinds).toEqual({})
  })

  it('reports the invalid link of a list on the field of the list', async () => {
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

  it('reads the map pin from two fields or from a pasted pair, in Bengali or Latin digits', async () => {
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

  it('renames the fields of an API error to those of the form', () => {
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

  it('reports the missing and invalid parts of a link', () => {
    expect(linkErrors({ label: 'ক', href: '/allNotices' })).toEqual({})
    expect(linkErrors({ label: ' ', href: '' })).toEqual({
      label: 'এই ঘরটি পূরণ করুন।',
      href: 'এই ঘরটি পূরণ করুন।',
    })
    expect(linkErrors({ label: 'ক', href: 'www.example.gov.bd' })).toEqual({})
    expect(linkErrors({ label: 'ক', href: '/a.page' })).toEqual({})
    expect(linkErrors({ label: 'ক', href: '//evil.example' }).href).toBe('সঠিক ওয়েব ঠিকানা লিখুন।')
  })

  it('reads invalid JSON as an empty list', () => {
    expect(linksIn('')).toEqual([])
    expect(linksIn('{"a":1}')).toEqual([])
    expect(linksIn('[{"label":1}]')).toEqual([])
    expect(linksText([])).toBe('')
  })
})
