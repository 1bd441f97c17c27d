import { JobError } from '../../../lib/worker-entry.ts'
import { type CsvRow, readCsvRows } from './csv-rows.ts'
import { type DocumentJob, readDocument } from './document.ts'
import { type FeedRead, readFeed } from './feed.ts'
import { type PageJob, type PageRead, readPage } from './page.ts'
import { parseRobots, type Robots } from './robots.ts'
import type { Found } from './source.ts'
import { convertPost, indexPost, type PostToConvert, type WxrEntry } from './wxr-convert.ts'
import { parseWxrHead, parseWxrItem, type WxrSite } from './wxr-parse.ts'

/* What the confined process does: bytes of strangers in, plain data out. */

/** What may be read, by the names of the jobs. */
export interface ReadJobs {
  robots: { job: { bytes: Uint8Array; agent: string }; made: Robots }
  page: { job: PageJob; made: PageRead }
  feed: { job: { bytes: Uint8Array; url: string }; made: FeedRead }
  /** Pages and texts that were given as files, and posts of feeds. */
  document: { job: DocumentJob; made: readonly Found[] }
  csv: { job: { bytes: Uint8Array }; made: CsvRow[] | null }
  wxrHead: { job: { bytes: Uint8Array }; made: WxrSite }
  wxrIndex: { job: { items: readonly Uint8Array[] }; made: WxrEntry[] }
  wxrPosts: { job: { site: string; posts: readonly PostToConvert[] }; made: (Found | null)[] }
}
export type JobName = keyof ReadJobs
type Handlers = { [N in JobName]: (job: ReadJobs[N]['job']) => ReadJobs[N]['made'] }
/** A job with its name. */
export type ReadJob = { [N in JobName]: { name: N; job: ReadJobs[N]['job'] } }[JobName]

const handlers: Handlers = {
  robots: ({ bytes, agent }) => parseRobots(bytes, agent),
  page: readPage,
  feed: readFeed,
  document: readDocument,
  csv: ({ bytes }) => readCsvRows(bytes),
  wxrHead: ({ bytes }) => parseWxrHead(bytes),
  wxrIndex: ({ items }) => items.map((bytes) => indexPost(parseWxrItem(bytes))),
  wxrPosts: ({ site, posts }) =>
    posts.map(({ bytes, ...post }) => convertPost(parseWxrItem(bytes), site, post)),
}

/** Runs a job. Whatever it throws is the fault of what it reads. @throws JobError */
export async function runReadJob({ name, job }: ReadJob): Promise<ReadJobs[JobName]['made']> {
  try {
    return run(name, job)
  } catch (error) {
    throw new JobError('unreadable', error)
  }
}

function run<N extends JobName>(name: N, job: ReadJobs[N]['job']): ReadJobs[N]['made'] {
  return handlers[name](job)
}
