import { formatFileSize } from '@bidyaloy/shared/copy/file-size'
import { moveInCopy } from '@bidyaloy/shared/features/move-in/copy'
import type { MoveIn, MoveInSummary } from '@bidyaloy/shared/features/move-in/move-in'
import {
  dhakaTime,
  formatDate,
  formatDateTime,
  formatTime,
} from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { parseUrl } from '@bidyaloy/shared/web-address'
import { withCopy } from '../../../admin/t.ts'

export const t = withCopy(moveInCopy)

const GIGABYTE = 1024 ** 3

/** Formats a size in bytes, also one of gigabytes. */
export function sizeText(bytes: number): string {
  if (bytes < GIGABYTE) return formatFileSize(bytes)
  const n = (bytes / GIGABYTE).toFixed(1).replace(/\.0$/, '')
  return t('moveIn.gigabytes', { n: toBengaliDigits(n) })
}

/** Returns how a source is called: its host, or the names of its files. */
export function sourceText({ url, files = [], folder }: MoveInSummary['source']): string {
  if (url !== undefined) return parseUrl(url)?.host ?? url
  const [first] = files
  if (files.length > 1) return t('moveIn.source.files', { n: formatNumber(files.length) })
  return first?.name ?? folder ?? ''
}

/** Returns when what was chosen was brought: one day with its times, or two. */
export function broughtText({ broughtFrom, finishedAt }: MoveIn): string {
  if (!broughtFrom || !finishedAt) return ''
  if (dhakaTime(broughtFrom).iso === dhakaTime(finishedAt).iso) {
    const day = formatDate(broughtFrom)
    const times = { from: formatTime(broughtFrom), to: formatTime(finishedAt) }
    if (times.from === times.to) return t('moveIn.report.lead.minute', { day, at: times.from })
    return t('moveIn.report.lead', { day, ...times })
  }
  const moments = { from: formatDateTime(broughtFrom), to: formatDateTime(finishedAt) }
  return t('moveIn.report.lead.days', moments)
}

/** The items that wait to be brought and those of which it is known what became of them. */
export function broughtCounts({ counts: { asked, waiting } }: MoveIn) {
  return { asked, settled: asked - waiting }
}
