import * as z from 'zod'

const fraction = z.number({ error: 'valid.number' }).min(0, { error: 'valid.min' })

/** A part of a photo, in fractions of its width and height. */
export const PhotoArea = z
  .object({
    left: fraction.max(1, { error: 'valid.max' }),
    top: fraction.max(1, { error: 'valid.max' }),
    width: fraction.max(1, { error: 'valid.max' }),
    height: fraction.max(1, { error: 'valid.max' }),
  })
  .describe('In fractions of the width and height of the photo; what is outside of it is ignored')
export type PhotoArea = z.infer<typeof PhotoArea>

/** Maximum number of areas of one request. */
export const MAX_AREAS = 300

/** The areas of a photo of an entry that are blurred. */
export const PhotoBlur = z.object({
  file: z
    .string({ error: 'valid.required' })
    .max(200, { error: 'valid.max' })
    .describe('Its `filePath`'),
  areas: z
    .array(PhotoArea, { error: 'valid.required' })
    .min(1, { error: 'valid.required' })
    .max(MAX_AREAS, { error: 'valid.max' }),
})
export type PhotoBlur = z.infer<typeof PhotoBlur>

/** Photos before a blur that are left of an entry. */
export const UnblurredPhotos = z.object({
  count: z.int().describe('Number of photos that only former versions have'),
})
export type UnblurredPhotos = z.infer<typeof UnblurredPhotos>
