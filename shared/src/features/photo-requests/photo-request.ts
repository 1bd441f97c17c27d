import * as z from 'zod'
import { textField } from '../../api/text-field.ts'
import { EntryFile } from '../../collections/entry.ts'
import { collectionNames } from '../../collections/registry.ts'
import { ASKERS, MAX_REASON_LENGTH, parsePhotoAddress } from './photo-address.ts'

/** Photo that an address names: see `photo-address.ts`. */
export const PhotoName = z
  .string({ error: 'valid.choice' })
  .refine((text) => parsePhotoAddress(text) !== null, { error: 'valid.choice' })
  .describe('Collection, id of the entry, and name of the file without extension')

const reason = textField({ max: MAX_REASON_LENGTH, optional: true, lines: 'many' })

/** A request to take a photo down. */
export const NewPhotoRequest = z.object({
  photo: PhotoName,
  who: z.enum(ASKERS, { error: 'valid.choice' }),
  reason: reason.default('').describe('May be empty'),
  phone: textField({ max: 40, optional: true })
    .refine((text) => text === '' || /^[+()\-\s\d০-৯]{6,}$/.test(text), { error: 'valid.phone' })
    .default('')
    .describe('Only the head sees it; deleted with the answer'),
})
export type NewPhotoRequest = z.input<typeof NewPhotoRequest>

/** What the head answers. */
export const PhotoAnswer = z
  .object({
    answer: z
      .enum(['hidden', 'refused'], { error: 'valid.choice' })
      .describe('`hidden`: visitors do not see the photo any more; its former version has it'),
    reason: reason.default('').describe('Required of `refused`'),
  })
  .refine(({ answer, reason: text }) => answer === 'hidden' || text !== '', {
    path: ['reason'],
    error: 'valid.required',
  })
export type PhotoAnswer = z.input<typeof PhotoAnswer>

/** A request as the head sees it. */
export const PhotoRequest = z.object({
  _id: z.string(),
  at: z.string(),
  who: z.enum(ASKERS),
  reason: z.string(),
  phone: z.string().optional(),
  photo: PhotoName,
  collection: z.enum(collectionNames),
  entryId: z.string(),
  title: z.string().describe('Of the entry'),
  place: z.int().describe('Of the photo among those of the entry, from 1'),
  file: EntryFile.optional().describe('The photo, while the entry has it'),
  answer: z
    .object({
      answer: z.enum(['hidden', 'refused', 'takenDown']),
      at: z.string(),
      by: z.string().describe('Username; empty if it was hidden by itself'),
      reason: z.string().optional(),
      canReopen: z.boolean().describe('Whether the answer can be taken back'),
    })
    .optional()
    .describe('Absent while it waits'),
})
export type PhotoRequest = z.infer<typeof PhotoRequest>
