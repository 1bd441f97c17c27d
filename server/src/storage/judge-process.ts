import { open } from 'node:fs/promises'
import type { FileExtension } from '@bidyaloy/shared/collections/file-kinds'
import { officeKindOfZip } from './office-zip.ts'
import { officeKindOfCompound } from './old-office.ts'
import { isPlainText } from './plain-text.ts'
import { answerJobs, JobRefusal } from './workshop-process.ts'

/** What is asked of the process that looks into uploads. */
export interface JudgeJob {
  path: string
  /** Bytes. */
  size: number
  /** What its first bytes, or for text its name, say that it is. */
  sort: 'zip' | 'compound' | 'text'
}

answerJobs(async ({ path, size, sort }: JudgeJob): Promise<FileExtension | null> => {
  if (sort === 'text') return (await isPlainText(path)) ? 'txt' : null
  const handle = await open(path)
  try {
    const look = sort === 'zip' ? officeKindOfZip : officeKindOfCompound
    return await look(handle, size)
  } catch (error) {
    if (error instanceof RangeError) throw new JobRefusal('damaged', error)
    throw error
  } finally {
    await handle.close()
  }
})
