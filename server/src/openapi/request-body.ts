import type { Endpoint } from '@bidyaloy/shared/api/endpoint'
import type { EndpointName } from '@bidyaloy/shared/api/paths'
import { UPLOADS_PATH } from '@bidyaloy/shared/api/uploads'
import { EntryChange, NewEntry, NewVideo } from '@bidyaloy/shared/collections/entry'
import { propertyInputs } from '@bidyaloy/shared/collections/entry-properties'
import { fileKindByExtension } from '@bidyaloy/shared/collections/file-kinds'
import {
  type CollectionRow,
  collections,
  type EntryProperty,
  isCollectionName,
} from '@bidyaloy/shared/collections/registry'
import { SITE_PICTURE_KINDS } from '@bidyaloy/shared/features/settings/settings'
import * as z from 'zod'
import type { BodyExamples } from '../feature.ts'
import { featureExamples } from '../features.ts'
import { jsonSchema, type MediaType } from './json-schema.ts'

/** Example of the caller's own password. */
export const PASSWORD = 'four words hard to guess'
/** Example of a new password. */
export const NEW_PASSWORD = 'another four long words'
/** Example ids of existing records. */
export const SOME_IDS = ['k3v9x0c2m1qa', 'p7wq2mm4hdt8'] as const

/** Example path of a file. */
export const SOME_FILE = 'uploads/4f1c9a0b7e2d5c8a6f3b.pdf'
/** Example of a browser's subscription, with the keys of RFC 8291. */
export const SOME_SUBSCRIPTION = {
  endpoint: 'https://push.example.com/wpush/v2/gAAAAABgLm0',
  keys: {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}
const SOME_PAGE = { file: SOME_FILE, page: 1 }

/** Example text fields beside a file. */
const uploadExamples: { [N in EndpointName]?: Record<string, string> } = {
  createEntry: { title: 'বার্ষিক পরীক্ষার সময়সূচি', date: '2026-11-21' },
  updateEntry: { title: 'সংশোধিত সময়সূচি', __v: '0' },
}

/** Id of a credential. */
const SOME_CREDENTIAL = 'kZ3v9Lx0c2m1Qap7wq2mm4hdt8szn5R6'

/** Example of a new entry that is a text. */
const noticeExample = { title: 'কাল বিদ্যালয় বন্ধ', body: 'ভারী বৃষ্টির কারণে কাল বিদ্যালয় বন্ধ থাকবে।' }

/** Example JSON body of each endpoint that accepts one. */
export const bodyExamples: BodyExamples = {
  login: { username: 'admin', password: PASSWORD },
  changePassword: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
  proveServer: { nonce: 'b3V0IG9mIHRoaXJ0eS10d28gcmFuZG9tIGJ5dGVzIC4' },
  seeAccountEvents: { upTo: '2026-11-21T06:00:00.000Z' },
  startAlerts: SOME_SUBSCRIPTION,
  subscribe: { ...SOME_SUBSCRIPTION, kinds: ['exam', 'holiday'], classes: ['Nine'] },
  unsubscribe: { endpoint: SOME_SUBSCRIPTION.endpoint },
  createAdmin: {
    username: 'karanik',
    password: 'a clerk may write this',
    currentPassword: PASSWORD,
  },
  updateAdmin: { disabled: true, currentPassword: PASSWORD },
  setName: { name: 'রহিমা বেগম', post: 'অফিস সহকারী' },
  switchTotpOn: {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    code: '123456',
    currentPassword: PASSWORD,
  },
  switchTotpOff: { currentPassword: PASSWORD },
  renewCodes: { currentPassword: PASSWORD },
  signInWithPasskey: {
    credential: {
      id: SOME_CREDENTIAL,
      rawId: SOME_CREDENTIAL,
      type: 'public-key',
      response: {
        clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
        authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
        signature: 'MEUCIQDTGVxhrYW1cPLeAQTP_Ww5',
        userHandle: 'azN2OXgwYzJtMXFh',
      },
    },
  },
  startPasskey: { currentPassword: PASSWORD },
  addPasskey: {
    name: 'অফিসের ফোন',
    credential: {
      id: SOME_CREDENTIAL,
      rawId: SOME_CREDENTIAL,
      type: 'public-key',
      response: {
        clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
        attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViU',
      },
    },
  },
  removePasskey: { currentPassword: PASSWORD },
  resetPassword: { currentPassword: PASSWORD },
  issueBackupToken: { currentPassword: PASSWORD },
  restoreBackup: { currentPassword: PASSWORD },
  createEntry: {
    title: 'বার্ষিক ক্রীড়া প্রতিযোগিতা',
    videoLink: 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
  },
  updateEntry: { title: 'পরিবর্তিত শিরোনাম', __v: 0 },
  updateEntryText: { pages: [{ ...SOME_PAGE, text: 'গণিত পরীক্ষা\nশনিবার ১০টা' }] },
  readEntryAgain: { pages: [SOME_PAGE] },
  deleteEntries: { ids: [...SOME_IDS] },
  restoreFromTrash: { ids: [...SOME_IDS] },
  ...featureExamples.bodies,
}

/** Whether a form may name uploads instead of carrying its files. */
export function takesUploads(name: EndpointName, { bodyTypes = [] }: Endpoint): boolean {
  return bodyTypes.includes('multipart') && name !== 'uploadBackup'
}

/** Returns the documented request body of an endpoint, or undefined. */
export function requestBody(
  name: EndpointName,
  { body, bodyTypes = ['json'], method }: Endpoint,
  collection: string | undefined,
): { required: true; content: Record<string, MediaType> } | undefined {
  if (!body) return undefined
  const content: Record<string, MediaType> = {}
  const row: CollectionRow | undefined =
    collection && isCollectionName(collection) ? collections[collection] : undefined
  if (row && bodyTypes.includes('multipart')) {
    const isNew = method === 'POST'
    const dates = isNew && row.datesRequired ? { startsOn: '2026-12-16' } : {}
    const fields = fieldsOf(row, isNew ? NewEntry : EntryChange)
    const form = multipart(
      name,
      fileTypes(row.accepts),
      fields,
      isNew && row.fileRequired && !row.takesBody,
      row.maxFiles,
    )
    content['multipart/form-data'] = { ...form, example: { ...uploadExamples[name], ...dates } }
    const { title, ...text } = noticeExample
    const example = { title, ...(row.takesBody && text), ...dates }
    if (!isNew) content['application/json'] = json(fields, name)
    else if (row.takesVideo) content['application/json'] = json(fieldsOf(row, NewVideo), name)
    else if (row.takesBody || !row.fileRequired) {
      content['application/json'] = { schema: jsonSchema(fields), example }
    }
  } else if (bodyTypes.includes('multipart') && body instanceof z.ZodObject) {
    content['multipart/form-data'] = multipart(
      name,
      name === 'uploadBackup' ? BACKUP_FILE : fileTypes(SITE_PICTURE_KINDS),
      body,
      true,
      1,
    )
  } else {
    content['application/json'] = json(body, name)
  }
  return { required: true, content }
}

/** Fields of each property of entries, where the property has another name. */
const FIELDS: Readonly<Partial<Record<EntryProperty, readonly string[]>>> = {
  dates: ['startsOn', 'endsOn', 'time'],
}

/** Returns the schema without the properties that the collection does not have. */
function fieldsOf({ properties }: CollectionRow, schema: z.ZodObject): z.ZodObject {
  const taken = properties.flatMap((property) => FIELDS[property] ?? [property])
  const isLeftOut = (name: string) => name in propertyInputs && !taken.includes(name)
  const fields = Object.entries(schema.shape).filter(([name]) => !isLeftOut(name))
  return z.object(Object.fromEntries(fields))
}

function json(schema: z.ZodType, name: EndpointName) {
  return { schema: jsonSchema(schema), example: bodyExamples[name] }
}

interface FileTypes {
  description: string
  mediaTypes: string
}

function fileTypes(accepts: CollectionRow['accepts']): FileTypes {
  const types = accepts.map((extension) => fileKindByExtension(extension)?.mimeType)
  return {
    description: `Type detected by content: ${accepts.join(', ')}`,
    mediaTypes: types.filter(Boolean).join(', '),
  }
}

const NAMED_UPLOADS = `Ids of complete uploads of ${UPLOADS_PATH} (tus 1.0.0), as a JSON list: they come instead of files; null is the place of the next part \`file\``

const BACKUP_FILE = {
  description: 'A backup created by this server',
  mediaTypes: 'application/zip',
}

/** Returns the media type of a form: text fields and the parts `file`. */
function multipart(
  name: EndpointName,
  { description, mediaTypes }: FileTypes,
  fields: z.ZodObject,
  fileRequired: boolean,
  maxFiles: number,
) {
  const one = z.string().meta({ format: 'binary', description })
  const file = maxFiles === 1 ? one : z.array(one).max(maxFiles)
  const uploads = z.string().optional().describe(NAMED_UPLOADS)
  const schema = z.object({ ...fields.shape, file: fileRequired ? file : file.optional() })
  return {
    schema: jsonSchema(name === 'uploadBackup' ? schema : schema.extend({ uploads })),
    ...(uploadExamples[name] && { example: uploadExamples[name] }),
    encoding: { file: { contentType: mediaTypes } },
  }
}
