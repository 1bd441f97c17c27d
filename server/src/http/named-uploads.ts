import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField } from '@bidyaloy/shared/api/problem'
import { NamedUploads } from '@bidyaloy/shared/api/uploads'
import { MAX_TOTAL_FILES } from '@bidyaloy/shared/collections/entry'
import type { Context } from 'koa'
import * as z from 'zod'
import type { UnfinishedUploads } from '../storage/unfinished-uploads.ts'
import { type ReadMultipart, type StagedFile, tooLarge, tooManyFiles } from './multipart-upload.ts'
import type { SignedInAdmin } from './require-admin.ts'

interface NamedUploadOptions {
  uploads: Pick<UnfinishedUploads, 'stage'>
  /** Largest file, in bytes. */
  maxBytes: number
}

const Fields = z.looseObject({ uploads: z.string().optional() })

/**
 * Wraps a reader of forms: the files that the field `uploads` names come in their places, as if the
 * form had carried them. Throws Problem `upload_gone` for an upload that is not complete or not the
 * admin's.
 */
export function withNamedUploads(
  read: ReadMultipart,
  { uploads, maxBytes }: NamedUploadOptions,
): ReadMultipart {
  return async (ctx: Context & { state: { admin?: SignedInAdmin } }, maxFiles) => {
    const body = await read(ctx, maxFiles)
    const { uploads: named, ...fields } = Fields.parse(body.fields)
    const { admin } = ctx.state
    if (named === undefined || !admin) return body
    const carried = [...body.files]
    const files: StagedFile[] = []
    try {
      for (const id of namesIn(named)) {
        const file = id === null ? carried.shift() : await uploads.stage(id, admin.id)
        if (file) files.push(file)
      }
      files.push(...carried.splice(0))
      if (files.length > maxFiles) throw tooManyFiles(maxFiles)
      const bytes = files.reduce((sum, { size }) => sum + size, 0)
      if (bytes > maxBytes * Math.min(maxFiles, MAX_TOTAL_FILES)) throw tooLarge(maxBytes)
      return { fields, files }
    } catch (error) {
      for (const file of [...files, ...body.files]) await file.discard()
      throw error
    }
  }
}

function namesIn(text: string): NamedUploads {
  try {
    return NamedUploads.parse(JSON.parse(text))
  } catch (cause) {
    throw invalidField('uploads', validationText('valid.type'), cause)
  }
}
