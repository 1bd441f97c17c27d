import { ApiError } from '@bidyaloy/shared/api/api'
import { adminText } from '../admin-text.tsx'

/**
 * Makes a chosen file ready to be sent: photos are made smaller, all else goes as it is.
 * @throws ApiError where the browser cannot read the file any more: moved, changed, unplugged.
 */
export async function prepareFile(file: File): Promise<File> {
  await assertReadable(file)
  if (!file.type.startsWith('image/')) return file
  try {
    const { shrinkPicture } = await import('./shrink-picture.ts')
    return await shrinkPicture(file)
  } catch {
    // What this browser cannot draw (HEIC, a damaged file) the server may still take, or name.
    return file
  }
}

async function assertReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    const sentence = adminText('form.file.gone')
    throw new ApiError(0, 'validation_failed', sentence, { file: sentence })
  }
}
