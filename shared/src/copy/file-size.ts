import { toBengaliDigits } from '../lib/bengali/digits.ts'
import { siteCopy } from './site-copy.ts'
import { fill } from './translate.ts'

const KB = 1024

/** Formats a size in bytes: 1258291 → «১.২ মেগাবাইট». */
export function formatFileSize(bytes: number): string {
  if (bytes < KB) return fill(siteCopy['unit.bytes'], { n: toBengaliDigits(bytes) })
  if (bytes < KB * KB) {
    return fill(siteCopy['unit.kb'], { n: toBengaliDigits(Math.round(bytes / KB)) })
  }
  const megabytes = (bytes / KB / KB).toFixed(1).replace(/\.0$/, '')
  return fill(siteCopy['unit.mb'], { n: toBengaliDigits(megabytes) })
}
