import { expect, it } from 'vitest'
import { deviceName } from './device-name.ts'

it.each([
  [
    'Mozilla/5.0 (Windows NT 6.1; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36',
    'উইন্ডোজ কম্পিউটার, গুগল ক্রোম',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0',
    'উইন্ডোজ কম্পিউটার, মাইক্রোসফট এজ',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36',
    'অ্যান্ড্রয়েড ফোন বা ট্যাব, স্যামসাং ইন্টারনেট',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
    'আইফোন, সাফারি',
  ],
  [
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0',
    'লিনাক্স কম্পিউটার, ফায়ারফক্স',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Bidyaloy/0.1 Chrome/142.0 Electron/39.0 Safari/537.36',
    'উইন্ডোজ কম্পিউটার, ড্যাশবোর্ডের প্রোগ্রাম',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko', 'উইন্ডোজ কম্পিউটার, অচেনা ব্রাউজার'],
  ['curl/8.5.0', 'অচেনা ফোন, কম্পিউটার বা প্রোগ্রাম'],
  ['', 'অচেনা ফোন, কম্পিউটার বা প্রোগ্রাম'],
])('%s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
