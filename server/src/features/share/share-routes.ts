import path from 'node:path'
import { domainToUnicode } from 'node:url'
import { Problem } from '@bidyaloy/shared/api/problem'
import { formatDate } from '@bidyaloy/shared/bengali/dates'
import {
  type AnnouncedCollection,
  announcedCollections,
} from '@bidyaloy/shared/collections/registry'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { crestIcons, siteFiles } from '@bidyaloy/shared/site-addresses'
import type { Middleware } from 'koa'
import type { EntityManager } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import { SitePictureRow } from '../../db/entities.ts'
import { isReadable } from '../../db/stored-values.ts'
import { assertRead, isNotModified, rateLimitKey } from '../../http/request.ts'
import { maxAge } from '../../http/static-files.ts'
import { fileName } from '../../storage/file-names.ts'
import type { FileStore } from '../../storage/file-store.ts'
import { getEntry } from '../collections/collection-queries.ts'
import type { SiteAddress } from '../site-address/site-address.ts'
import { getSettings } from '../site-records/settings-commands.ts'
import { findSingle } from '../site-records/single-record-commands.ts'
import { contactRecord } from '../site-records/single-record-routes.ts'
import type { CardContent, IconContent } from './render-card.ts'
import { type CrestFile, createShareCards, type ShareCard } from './share-cards.ts'

interface SharePicturesDeps {
  folder: DataFolder
  files: FileStore
  db: Database
  /** Folder of the built browser files, with the built-in crest. */
  clientDir: string
  siteAddress: Pick<SiteAddress, 'find'>
}

interface SharePicture extends ShareCard {
  /** Time at which its page expires. */
  expiresAt: string | undefined
}

/** Phones crop the maskable icon, so the crest is within its safe zone of 80 percent. */
const ICONS: ReadonlyMap<string, IconContent> = new Map([
  [crestIcons.icon32, { side: 32, share: 1, filled: false }],
  [crestIcons.icon192, { side: 192, share: 1, filled: false }],
  [crestIcons.icon512, { side: 512, share: 1, filled: false }],
  [crestIcons.iconMaskable, { side: 512, share: 0.78, filled: true }],
  [crestIcons.appleTouchIcon, { side: 180, share: 0.9, filled: true }],
])

const ADDRESS = new RegExp(`^/share/(${announcedCollections.join('|')})/([0-9a-z]{1,40})\\.png$`)

/**
 * Creates the function that renders the picture of a path (`/share/…png`) at `now`.
 * @returns a function that throws Problem `not_found`, or `unavailable` if `client` or all clients
 *   together request too many
 */
export function createSharePictures({
  folder,
  files,
  db,
  clientDir,
  siteAddress,
}: SharePicturesDeps) {
  const card = createShareCards({ folder })
  const builtInCrest: CrestFile = {
    name: 'favicon.svg',
    use: (work) => work(path.join(clientDir, 'favicon.svg')),
  }
  return async (address: string, now: Date, client: string): Promise<SharePicture> => {
    const icon = ICONS.get(address)
    if (icon) {
      const crest = await uploadedCrest(files, db.read)
      if (!crest) throw new Problem('not_found')
      return { ...(await card(icon, crest, client)), expiresAt: undefined }
    }
    const { content, expiresAt } = await contentAt(address, db.read, now)
    const crest = await uploadedCrest(files, db.read)
    const siteUrl = await siteAddress.find()
    const host = siteUrl ? domainToUnicode(new URL(siteUrl).hostname) : ''
    return { ...(await card({ ...content, host }, crest ?? builtInCrest, client)), expiresAt }
  }
}

/**
 * `/share/…png`: the share cards of notices, news and the site, and icons with the uploaded crest.
 */
export function share({ clock, ...deps }: SharePicturesDeps & { clock: Clock }): Middleware {
  const picture = createSharePictures(deps)
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/share/')) return next()
    assertRead(ctx)
    const now = clock()
    const { bytes, hash, expiresAt } = await picture(ctx.path, now, rateLimitKey(ctx.ip))
    ctx.status = 200
    ctx.set('ETag', `"${hash}"`)
    ctx.set('Cache-Control', `public, max-age=${maxAge(3600, expiresAt, now)}`)
    // Other sites may embed it.
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
    ctx.type = 'image/png'
    if (isNotModified(ctx)) ctx.status = 304
    else ctx.body = bytes
  }
}

/** Returns the uploaded crest, or null. */
async function uploadedCrest(files: FileStore, read: EntityManager): Promise<CrestFile | null> {
  const row = await read.findOneBy(SitePictureRow, { name: 'crest' })
  if (!row || !isReadable(row)) return null
  const name = fileName(row.file)
  return { name, use: (work) => files.use(row.file.folder, name, work) }
}

interface PageCard {
  content: Omit<CardContent, 'host'>
  /** Time at which the page expires. */
  expiresAt?: string | undefined
}

async function contentAt(address: string, read: EntityManager, now: Date): Promise<PageCard> {
  const contact = await findSingle(read, contactRecord)
  const school = contact?.schoolName || siteCopy['site.name.generic']
  if (address === siteFiles.shareCard) {
    const { identity } = await getSettings(read)
    const foot = identity.motto || siteCopy['site.tagline']
    const over = identity.place || siteCopy['site.govLine']
    return { content: { school: over, label: '', title: school, text: '', foot } }
  }
  const [, collection, id = ''] = ADDRESS.exec(address) ?? []
  const known = announcedCollections.find((name) => name === collection)
  if (!known) throw new Problem('not_found')
  const entry = await getEntry(read, { collection: known, id }, now)
  const { title, date, excerpt: text = '', expiresAt } = entry
  const label = siteCopy[LABELS[known]]
  return { content: { school, label, title, text, foot: formatDate(date) }, expiresAt }
}

const LABELS = {
  notices: 'search.type.notice',
  news: 'search.type.news',
} as const satisfies Record<AnnouncedCollection, keyof typeof siteCopy>
