import { ApiError } from '@bidyaloy/shared/api/api'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { adminText } from '../admin-text.tsx'

/**
 * Makes a chosen file ready to be sent: photos are made smaller, all else goes as it is.
 * @throws ApiError where the browser cannot read the file any more: moved, changed, unplugged.
 */
export async function prepareFile(file: File): Promise<File> {
  await assertReadable(file)
  await assertPdf(file)
  if (!file.type.startsWith('image/')) return file
  try {
    const { shrinkPicture } = await import('./shrink-picture.ts')
    return await shrinkPicture(file)
  } catch {
    // What this browser cannot draw (HEIC, a damaged file) the server may still take, or name.
    return file
  }
}

const PDF = '%PDF-'

/** A page of a website that was saved as `x.pdf` is refused before it takes its time to go up. */
async function assertPdf(file: File): Promise<void> {
  if (file.size === 0 || !/\.pdf$/i.test(file.name)) return
  const head = await file.slice(0, PDF.length).text()
  if (head === PDF) return
  // Of another kind that is taken: the server goes by the content alone.
  if (/^(\xff\xd8|.PNG|RIFF|PK)/.test(head)) return
  const sentence = validationText('valid.file.notPdf').bn
  throw new ApiError(0, 'validation_failed', sentence, { file: sentence })
}

async function assertReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    const sentence = adminText('form.file.gone')
    throw new ApiError(0, 'validation_failed', sentence, { file: sentence })
  }
}
