import * as z from 'zod'
import { PasswordConfirmation } from '../../school/admin-session.ts'
import { PhotoName } from '../photo-requests/photo-request.ts'

/** Days for which browsers are told of a withdrawn file. */
export const WITHDRAWN_DAYS = 400
/** Maximum number of files that they are told of; the newest. */
export const MAX_WITHDRAWN = 200

/** What is taken down: one file, or an entry of the trash with all its files. */
export const TakeDownTarget = z
  .object({
    photo: PhotoName.optional(),
    trashed: z.string().max(40).optional().describe('Id of an entry in the trash'),
  })
  .refine(({ photo, trashed }) => (photo === undefined) !== (trashed === undefined), {
    path: ['photo'],
    error: 'valid.required',
  })
export type TakeDownTarget = z.infer<typeof TakeDownTarget>

export const TakeDownConfirmation = TakeDownTarget.safeExtend(PasswordConfirmation.shape)

/** What is told before something is taken down. */
export const TakeDownFacts = z.object({
  title: z.string().describe('Of the entry'),
  files: z.int().describe('Number of files, each with its smaller copies'),
  deletesEntry: z.boolean().describe('Whether nothing of the entry is left without them'),
  backup: z
    .object({
      at: z.string(),
      until: z.string().optional().describe('When it is deleted by itself, if that is known'),
    })
    .optional()
    .describe('The newest backup with the files, which stays as it is; absent without one'),
})
export type TakeDownFacts = z.infer<typeof TakeDownFacts>
