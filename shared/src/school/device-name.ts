import { accountCopy } from '../copy/account-copy.ts'
import { translator } from '../copy/translate.ts'

const t = translator(accountCopy)

/* The first match counts: most browsers also name Chrome and Safari. */
const browsers = [
  [/Electron\//, 'desktop'],
  [/\bEdg(?:e|A|iOS)?\//, 'edge'],
  [/\bOPR\/|\bOpera/, 'opera'],
  [/SamsungBrowser\//, 'samsung'],
  [/UCBrowser\//, 'uc'],
  [/Firefox\/|FxiOS\//, 'firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'chrome'],
  [/Version\/[\d.]+ .*Safari\//, 'safari'],
] as const

const systems = [
  [/Windows/, 'windows'],
  [/Android/, 'android'],
  [/iPhone|iPod/, 'iphone'],
  [/iPad/, 'ipad'],
  [/CrOS/, 'chromeos'],
  [/Mac OS X|Macintosh/, 'mac'],
  [/Linux|X11/, 'linux'],
] as const

/** Returns a device's name from its user agent: «উইন্ডোজ কম্পিউটার, গুগল ক্রোম». */
export function deviceName(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (!browser && !system) return t('devices.unknown')
  return t('devices.on', {
    system: t(`device.system.${system ?? 'other'}`),
    browser: t(`device.browser.${browser ?? 'other'}`),
  })
}
