import path from 'node:path/posix'
import { proposeCollection } from '@bidyaloy/shared/features/move-in/proposals'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { excerptOf } from '@bidyaloy/shared/lib/markdown'
import { addressInFiles, siteOf } from './addresses.ts'
import { type FeedPost, readFeedPosts } from './feed.ts'
import { dayInName } from './file-days.ts'
import { convertHtml } from './html-markdown.ts'
import { parseHtml } from './html-tree.ts'
import { readPage, readText } from './page.ts'
import { type Found, NO_ITEM, type SourceItem } from './source.ts'
import { titleFromName } from './zip-names.ts'

/* Documents among given files that become texts: pages of HTML, plain texts, and feeds with their posts. */

export interface DocumentJob {
  bytes: Uint8Array
  /** Path among the given files. */
  path: string
  /** Day and time of its last change; null if it is not known, or not that of the text. */
  day: string | null
}

/** Whether a file of this name is read as a text. */
export const isDocument = (name: string) => /\.(html?|xhtml|txt|xml|atom|rss)$/i.test(name)

/** Reads a document. @returns none for XML that is no feed */
export function readDocument(job: DocumentJob): readonly Found[] {
  if (/\.(xml|atom|rss)$/i.test(job.path)) return postsOf(job)
  return [/\.txt$/i.test(job.path) ? textOf(job) : pageOf(job)]
}

/** The names of the folders of a file, the nearest first. */
const foldersOf = (name: string) =>
  path.dirname(name) === '.' ? [] : path.dirname(name).split('/').reverse().map(titleFromName)

function named({ path: name, day }: DocumentJob) {
  const bare = path.basename(name, path.extname(name)).normalize('NFC')
  const dated = dayInName(bare)
  const title = titleFromName(dated?.rest ?? bare) || titleFromName(bare)
  return { title, dated: dated?.day ?? null, day: dated?.day ?? day }
}

function textOf(job: DocumentJob): Found {
  const { body, leftOut } = readText(job)
  const { title, day } = named(job)
  if (!body) return { key: job.path, title, reason: 'empty' }
  const folders = foldersOf(job.path)
  const proposed = proposeCollection(...folders, title) ?? 'notices'
  const categories = folders.slice(0, 1)
  return { ...NO_ITEM, key: job.path, title, day, body, leftOut, categories, proposed }
}

/** Its files are addresses at first; the caller replaces them by the paths of given files. */
function pageOf(job: DocumentJob): Found {
  const { path: key, bytes } = job
  const url = addressInFiles(key)
  const page = readPage({ bytes, contentType: '', url, title: '' })
  const { dated, title: ofName } = named(job)
  const title = page.title || excerptOf(page.body, 80) || ofName
  const { body, files, leftOut } = page
  if (!body && files.length === 0) return { key, title, reason: 'empty' }
  const day = page.day ?? dated
  const folders = foldersOf(key)
  const about = proposeCollection(...folders, title)
  return {
    ...{ ...NO_ITEM, key, addresses: [url], title, day, at: page.at, body, files, leftOut },
    categories: folders.slice(0, 1),
    proposed: day || folders.length > 0 ? (about ?? 'pages') : 'pages',
  }
}

function postsOf({ bytes, path: key }: DocumentJob): readonly Found[] {
  const feed = readFeedPosts({ bytes })
  if (!feed || feed.posts.length + feed.comments === 0) {
    return [{ key, title: path.basename(key), reason: 'wrong-type' }]
  }
  const found = feed.posts.map((post) => itemOfPost(post, feed.site))
  if (feed.comments === 0) return found
  const title = `${toBengaliDigits(feed.comments)}টি মন্তব্য`
  return [...found, { key: `${key}#comments`, title, reason: 'no-content' }]
}

function itemOfPost(post: FeedPost, site: string): Found {
  const { href: key, title: written, day, at, categories, isDraft, reason } = post
  if (reason) return { key, title: written, reason }
  const { body, files, leftOut } = convertHtml(parseHtml(post.html), {
    base: key,
    isOwn: siteOf(site),
  })
  const title = written || excerptOf(body, 80)
  if (!title) return { key, title, reason: 'no-title' }
  if (!body && files.length === 0) return { key, title, reason: 'empty' }
  const item: SourceItem = {
    ...NO_ITEM,
    key,
    addresses: [key],
    title,
    day,
    at,
    categories,
    isDraft,
  }
  const about = proposeCollection(...categories, title)
  const proposed = post.isPage ? 'pages' : about && about !== 'albums' ? about : 'news'
  return { ...item, proposed, body, files, leftOut }
}
