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
import { bodyExamples, uploadExamples } from './examples.ts'

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
      content['multipart/form-data'] = multipart(
        name,
        ofKinds(row.accepts),
        fields,
        isNew && row.fileRequired,
      )
    }
    if (isNew && row.takesVideo) content['application/json'] = json(NewVideo, name)
    if (!isNew) content['application/json'] = json(body, name)
  } else if (bodyTypes.includes('multipart') && body instanceof z.ZodObject) {
    content['multipart/form-data'] = multipart(name, FILES[name] ?? SITE_PICTURES, body, true)
  } else {
    content['application/json'] = json(body, name)
  }
  return { required: true, content }
}

function json(schema: z.ZodType, name: EndpointName) {
  return { schema, example: bodyExamples[name] }
}

/** What a `file` may be: in words, and as media types. */
interface FileTypes {
  words: string
  mediaTypes: string
}

function ofKinds(accepts: CollectionRow['accepts']): FileTypes {
  const types = accepts.map((extension) => fileKindByExtension(extension)?.mimeType)
  return {
    words: `Judged by its content: ${accepts.join(', ')}`,
    mediaTypes: types.filter(Boolean).join(', '),
  }
}

const SITE_PICTURES = ofKinds(SITE_PICTURE_KINDS)
const FILES: { [N in EndpointName]?: FileTypes } = {
  uploadBackup: { words: 'A backup as this server makes them', mediaTypes: 'application/zip' },
}

/** The text fields and, beside them, the part `file`. */
function multipart(
  name: EndpointName,
  { words, mediaTypes }: FileTypes,
  fields: z.ZodObject,
  fileRequired: boolean,
) {
  const file = z.string().meta({ format: 'binary', description: words })
  return {
    schema: z.object({ ...fields.shape, file: fileRequired ? file : file.optional() }),
    ...(uploadExamples[name] && { example: uploadExamples[name] }),
    encoding: { file: { contentType: mediaTypes } },
  }
}
