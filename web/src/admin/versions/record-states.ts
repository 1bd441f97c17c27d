import type { Api } from '@bidyaloy/shared/api/api'
import type { EntryFile } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import type { Kind } from '@bidyaloy/shared/collections/kinds'
import { isCollectionName } from '@bidyaloy/shared/collections/registry'
import { recordTypes, singleTypeOf } from '@bidyaloy/shared/features'
import type { FormerVersion, Versioned } from '@bidyaloy/shared/school/versions'
import { diffArrays } from 'diff'
import { comparedFields } from '../components/record-fields.ts'
import type { AdminFeature } from '../feature.ts'
import { adminFeatures } from '../features.ts'

/** A state of a record. */
export interface RecordState {
  /** Version of the record. */
  n: number
  data: Readonly<Record<string, unknown>>
  files: readonly EntryFile[]
  /** Time of the change that led to it, and who made it; absent for the first state. */
  at?: string
  by?: string
}

/** Returns the endpoint whose field labels apply to a kind of record. */
function endpointOf(recordType: Versioned): string {
  if (isCollectionName(recordType)) return 'updateEntry'
  const type = singleTypeOf(recordType) ?? recordTypes.find(({ name }) => name === recordType)
  return type?.update ?? ''
}

/** Reads the present state of a record, and its title if it has one. */
export async function readPresent(
  api: Api,
  recordType: Versioned,
  id: string,
): Promise<RecordState & { title: string }> {
  if (isCollectionName(recordType)) {
    const entry = await api.getEntry({ params: { collection: recordType, id } })
    return { n: entry.__v, data: { body: '', ...entry }, files: filesOf(entry), title: entry.title }
  }
  const record = await readRecord(api, recordType, id)
  const files = (await featureOf(recordType)?.filesOf?.(record)) ?? []
  return { n: record.__v, data: comparedData(recordType, record), files, title: '' }
}

async function readRecord(api: Api, recordType: Versioned, id: string): Promise<{ __v: number }> {
  const single = singleTypeOf(recordType)
  if (single) return api['readStored' in single ? single.readStored : single.read]()
  const type = recordTypes.find(({ name }) => name === recordType)
  if (type && 'read' in type) return api[type.read]({ params: { id } })
  const records = type ? await api[type.list]() : []
  return records.find(({ _id }) => _id === id) ?? { __v: 0 }
}

/** Returns what is compared of a state of a record. */
function comparedData(recordType: Versioned, data: object): RecordState['data'] {
  return featureOf(recordType)?.comparedData?.(data) ?? { ...data }
}

/** Returns the feature of a record. */
function featureOf(recordType: Versioned): AdminFeature | undefined {
  const name = singleTypeOf(recordType)?.name ?? recordType
  return adminFeatures.find((one) => one.name === name)
}

/**
 * Returns the states of a record, latest first. Each version was stored by the change that ended it;
 * so the change that led to a state is that of the version before.
 */
export function recordStates(
  recordType: Versioned,
  present: RecordState,
  versions: readonly FormerVersion[],
): [RecordState, ...RecordState[]] {
  const former = versions.map(({ n, data, files = [] }) => ({
    n,
    data: comparedData(recordType, data),
    files,
  }))
  const withChange = (state: RecordState, index: number): RecordState => {
    const change = versions[index]
    return change ? { ...state, at: change.replacedAt, by: change.replacedBy } : state
  }
  return [withChange(present, 0), ...former.map((state, index) => withChange(state, index + 1))]
}

/** A field that differs between two states, as display texts. */
export interface FieldDifference {
  field: string
  name: string
  former: string
  present: string
}

/** Returns the fields in which two states of a record differ. @param kinds of an entry's collection */
export function differences(
  recordType: Versioned,
  former: RecordState,
  present: RecordState,
  kinds: readonly Kind[] = [],
): FieldDifference[] {
  return comparedFields(endpointOf(recordType), former.data, present.data, kinds).map(
    ({ field, name, mine, theirs }) => ({ field, name, former: mine, present: theirs }),
  )
}

/** A file of one of two states. */
export interface FileDifference {
  file: EntryFile
  /** `moved`: its order among the files of both states differs. */
  change: 'kept' | 'moved' | 'gone' | 'new'
  /** Number in the former and in the present state, from 1; 0 where it is missing. */
  formerNumber: number
  presentNumber: number
}

/** Returns the files of two states: those of `former` in order, then the new ones of `present`. */
export function fileDifferences(
  former: Pick<RecordState, 'files'>,
  present: Pick<RecordState, 'files'>,
): FileDifference[] {
  const before = former.files.map(pathOf)
  const after = present.files.map(pathOf)
  const keptBefore = before.filter((path) => after.includes(path))
  const keptAfter = after.filter((path) => before.includes(path))
  const changeOf = (path: string) => {
    if (!before.includes(path)) return 'new'
    if (!after.includes(path)) return 'gone'
    return keptBefore.indexOf(path) === keptAfter.indexOf(path) ? 'kept' : 'moved'
  }
  const added = present.files.filter(({ filePath }) => !before.includes(filePath))
  return [...former.files, ...added].map((file) => ({
    file,
    change: changeOf(file.filePath),
    formerNumber: before.indexOf(file.filePath) + 1,
    presentNumber: after.indexOf(file.filePath) + 1,
  }))
}

const pathOf = ({ filePath }: EntryFile) => filePath

/** A run of words: in both texts, only in the former one, or only in the present one. */
export interface WordRun {
  text: string
  change: 'kept' | 'gone' | 'new'
}

/** Compares two texts word by word. */
export function wordDifferences(former: string, present: string): WordRun[] {
  return diffArrays(wordsOf(former), wordsOf(present)).map(({ value, added, removed }) => ({
    text: value.join(''),
    change: added ? 'new' : removed ? 'gone' : 'kept',
  }))
}

/** Words and the spaces between them. */
const wordsOf = (text: string) => text.split(/(\s+)/).filter(Boolean)
