import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField } from '@bidyaloy/shared/api/problem'
import { takesSources } from '@bidyaloy/shared/api/uploads'
import { NamedUploads } from '@bidyaloy/shared/collections/entry'
import type { Context } from 'koa'
import * as z from 'zod'
import type { UnfinishedUploads } from '../storage/unfinished-uploads.ts'
import { type MultipartBody, type StagedFile, tooManyFiles } from './multipart-upload.ts'
import type { SignedInAdmin } from './require-admin.ts'

interface NamedUploadOptions {
  uploads: Pick<UnfinishedUploads, 'stage'>
}

/**
 * Replaces the ids in the field `uploads` of a form or of JSON by the uploaded files; null is the
 * place of the next file that the form carries.
 * @throws Problem `upload_gone` for an upload that is not complete or not the admin's
 */
export type NameUploads = (
  ctx: Context & { state: { admin?: SignedInAdmin } },
  body: MultipartBody,
  maxFiles: number,
) => Promise<MultipartBody>

const Fields = z.looseObject({ uploads: z.unknown() })

export function createNameUploads({ uploads }: NamedUploadOptions): NameUploads {
  return async (ctx, body, maxFiles) => {
    const { success, data } = Fields.safeParse(body.fields)
    const { admin } = ctx.state
    if (!success || data.uploads === undefined || !admin) return body
    const { uploads: named, ...fields } = data
    const carried = [...body.files]
    const files: StagedFile[] = []
    try {
      for (const id of namesIn(named)) {
        const file =
          id === null ? carried.shift() : await uploads.stage(id, admin.id, takesSources(ctx.path))
        if (file) files.push(file)
      }
      files.push(...carried.splice(0))
      if (files.length > maxFiles) throw tooManyFiles(maxFiles)
      return { fields, files }
    } catch (error) {
      for (const file of [...files, ...body.files]) await file.discard()
      throw error
    }
  }
}

/** @param named an array, or one as JSON in the field of a form */
function namesIn(named: unknown): NamedUploads {
  try {
    return NamedUploads.parse(typeof named === 'string' ? JSON.parse(named) : named)
  } catch (cause) {
    throw invalidField('uploads', validationText('valid.type'), cause)
  }
}
