import type { Entry } from '@bidyaloy/shared/collections/entry'
import { type CardCollection, shareCardPath } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { withCopy } from '../t.ts'

const t = withCopy(entriesCopy)

export const JPEG_QUALITY = 0.85

/** Whether the device hands pictures to other apps. */
export const canSharePictures = () =>
  navigator.canShare?.({ files: [new File([''], 'x.jpg', { type: 'image/jpeg' })] }) === true

interface SharePictureProps {
  collection: CardCollection
  id: string
  /** Sent with the picture. */
  text: string
}

/** Sends an entry as a picture with its text, since many parents open no links. */
export function SharePicture({ collection, id, text }: SharePictureProps) {
  const api = useAdminApi()
  const toasts = useToasts()
  const share = useMutation({
    mutationFn: async () => {
      // The pages of its paper may have been drawn after it was published.
      const entry = await api.getEntry({ params: { collection, id } })
      await navigator.share({ files: [await pictureOf(collection, entry)], text })
    },
    onError: (error) => {
      // The user has closed the choice of apps.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toasts.show({ tone: 'error', text: t('published.picture.failed') })
    },
  })
  if (!canSharePictures()) return null
  return (
    <Button icon="image" busy={share.isPending} onClick={() => share.mutate()}>
      {t('published.picture')}
    </Button>
  )
}

/** Returns its first page or photo, or its share card, as a JPEG: some apps show no WebP. */
async function pictureOf(collection: CardCollection, entry: Entry): Promise<File> {
  const sizes = entry.pages?.[0]?.sizes ?? entry.sizes
  const largest = sizes?.at(-1)?.filePath
  const path = largest ? `/${largest}` : shareCardPath(collection, entry._id)
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  const picture = await createImageBitmap(await response.blob())
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })
  return new File([jpeg], `${entry._id}.jpg`, { type: 'image/jpeg' })
}
