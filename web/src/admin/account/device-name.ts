import { accountText } from './account-text.ts'

type Rule<Name> = readonly [sign: RegExp, name: Name]

/* The first sign that is found speaks: most browsers also call themselves Chrome and Safari. */
const browsers = [
  [/Electron\//, 'desktop'],
  [/\bEdg(?:e|A|iOS)?\//, 'edge'],
  [/\bOPR\/|\bOpera/, 'opera'],
  [/SamsungBrowser\//, 'samsung'],
  [/UCBrowser\//, 'uc'],
  [/Firefox\/|FxiOS\//, 'firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'chrome'],
  [/Version\/[\d.]+ .*Safari\//, 'safari'],
] as const satisfies readonly Rule<string>[]

const systems = [
  [/Windows/, 'windows'],
  [/Android/, 'android'],
  [/iPhone|iPod/, 'iphone'],
  [/iPad/, 'ipad'],
  [/CrOS/, 'chromeos'],
  [/Mac OS X|Macintosh/, 'mac'],
  [/Linux|X11/, 'linux'],
] as const satisfies readonly Rule<string>[]

/** What a device is, by what its browser says of itself: «উইন্ডোজ কম্পিউটার, গুগল ক্রোম». */
export function deviceName(userAgent: string): string {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1]
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1]
  if (!browser && !system) return accountText('devices.unknown')
  return accountText('devices.on', {
    system: accountText(`device.system.${system ?? 'other'}`),
    browser: accountText(`device.browser.${browser ?? 'other'}`),
  })
}
