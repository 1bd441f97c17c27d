import { open } from 'node:fs/promises'
import type { FileExtension } from '@bidyaloy/shared/collections/file-kinds'
import { isPlainText } from './is-plain-text.ts'
import { oleKind } from './ole-check.ts'
import { ooxmlKind } from './ooxml-check.ts'
import { answerJobs, JobError } from './worker-entry.ts'

/** What is asked of the process that looks into uploads. */
export interface DetectJob {
  path: string
  /** Bytes. */
  size: number
  /** What its first bytes, or for text its name, say that it is. */
  sort: 'zip' | 'compound' | 'text'
}

answerJobs(async ({ path, size, sort }: DetectJob): Promise<FileExtension | null> => {
  if (sort === 'text') return (await isPlainText(path)) ? 'txt' : null
  const handle = await open(path)
  try {
    const look = sort === 'zip' ? ooxmlKind : oleKind
    return await look(handle, size)
  } catch (error) {
    if (error instanceof RangeError) throw new JobError('damaged', error)
    throw error
  } finally {
    await handle.close()
  }
})
