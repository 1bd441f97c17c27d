import * as z from 'zod'
import { drafts } from '../form/drafts.ts'
import { NO_TIMING, type Timing } from './timing.ts'
import type { Upload } from './upload-queue.ts'

/** Titles by the name of the file that they were typed for. */
export type FileTitles = Readonly<Record<string, string>>

interface EntryDraft {
  title: string
  timing: Timing
  /** Files that were chosen, which no browser can keep, with the titles typed for them. */
  files: FileTitles
}

const Files = z.record(z.string(), z.string())

/** What was typed into the form `name` before. */
export function readDraft(name: string): EntryDraft {
  const { title = '', files, ...kept } = drafts.read(name)
  const timing = { ...NO_TIMING }
  for (const field of Object.keys(NO_TIMING) as (keyof Timing)[]) {
    timing[field] = kept[field] ?? NO_TIMING[field]
  }
  return { title, timing, files: files === undefined ? {} : filesOf(files) }
}

function filesOf(text: string): FileTitles {
  try {
    return Files.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

/** @param missingFiles files of an earlier visit that were not chosen again yet */
export function storeDraft(
  name: string,
  uploads: readonly Upload[],
  timing: Timing,
  missingFiles: FileTitles,
): void {
  const waiting = uploads.filter(({ phase }) => phase !== 'done')
  const files = { ...missingFiles }
  for (const { file, title } of waiting) if (file) files[file.name] = title
  const [only, ...others] = waiting
  const set = (Object.keys(timing) as (keyof Timing)[]).filter(
    (field) => timing[field] !== NO_TIMING[field],
  )
  drafts.store(name, {
    title: others.length === 0 ? (only?.title ?? '') : '',
    ...(Object.keys(files).length > 0 && { files: JSON.stringify(files) }),
    ...Object.fromEntries(set.map((field) => [field, timing[field]])),
  })
}

/** Forgets what was typed into the form `name`. */
export function forgetDraft(name: string): void {
  drafts.forget(name)
}
