import type { ZodContentObject, ZodRequestBody } from '@asteasolutions/zod-to-openapi'
import type { Endpoint } from '@bidyaloy/shared/api/endpoint'
import type { EndpointName } from '@bidyaloy/shared/api/paths'
import { NewEntry, NewVideo } from '@bidyaloy/shared/collections/entry'
import { fileKindByExtension } from '@bidyaloy/shared/collections/file-kinds'
import {
  type CollectionRow,
  collections,
  isCollectionName,
} from '@bidyaloy/shared/collections/registry'
import { SITE_PICTURE_KINDS } from '@bidyaloy/shared/school/site-settings'
import * as z from 'zod'
import { bodyExamples } from './examples.ts'

/** How a body may come, as the document says it; undefined where there is none. */
export function requestBody(
  name: EndpointName,
  { body, bodyTypes = ['json'], method }: Endpoint,
  collection: string | undefined,
): ZodRequestBody | undefined {
  if (!body) return undefined
  const content: ZodContentObject = {}
  const row: CollectionRow | undefined =
    collection && isCollectionName(collection) ? collections[collection] : undefined
  if (row && bodyTypes.includes('multipart')) {
    const isNew = method === 'POST'
    const fields = isNew ? NewEntry : body
    if (fields instanceof z.ZodObject) {
      content['multipart/form-data'] = multipart(row, fields, isNew && row.fileRequired)
    }
    if (isNew && row.takesVideo) content['application/json'] = json(NewVideo, name)
    if (!isNew) content['application/json'] = json(body, name)
  } else if (bodyTypes.includes('multipart') && body instanceof z.ZodObject) {
    content['multipart/form-data'] = multipart({ accepts: SITE_PICTURE_KINDS }, body, true)
  } else {
    content['application/json'] = json(body, name)
  }
  return { required: true, content }
}

function json(schema: z.ZodType, name: EndpointName) {
  return { schema, example: bodyExamples[name] }
}

/** The text fields and, beside them, the part `file`. */
function multipart(
  { accepts }: Pick<CollectionRow, 'accepts'>,
  fields: z.ZodObject,
  fileRequired: boolean,
) {
  const file = z.string().meta({
    format: 'binary',
    description: `Judged by its content: ${accepts.join(', ')}`,
  })
  const types = accepts.map((extension) => fileKindByExtension(extension)?.mimeType)
  return {
    schema: z.object({ ...fields.shape, file: fileRequired ? file : file.optional() }),
    encoding: { file: { contentType: types.filter(Boolean).join(', ') } },
  }
}
