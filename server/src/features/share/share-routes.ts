import path from 'node:path'
import { domainToUnicode } from 'node:url'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { Entry, EntryFile } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { kindsOf } from '@bidyaloy/shared/collections/kinds'
import {
  type CardCollection,
  cardCollections,
  entryAddress,
  shareCardPath,
} from '@bidyaloy/shared/collections/registry'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { formatDays } from '@bidyaloy/shared/lib/bengali/days'
import { firstSentence } from '@bidyaloy/shared/papers/running-text'
import { formatClasses } from '@bidyaloy/shared/school/format-classes'
import { crestIcons, SHARE_CARD, siteFiles } from '@bidyaloy/shared/site-addresses'
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
import { type FileStore, type FolderName, UPLOAD_FOLDERS } from '../../storage/file-store.ts'
import { getEntry } from '../collections/collection-queries.ts'
import { findSchoolName } from '../contact/contact.ts'
import { getEntryText } from '../papers/paper-queries.ts'
import { getSettings } from '../settings/settings-commands.ts'
import type { SiteAddress } from '../site-address/site-address.ts'
import type { CardContent, IconContent } from './render-card.ts'
import { createShareCards, type PictureFile, type ShareCard } from './share-cards.ts'

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

const ADDRESS = new RegExp(`^/share/(${cardCollections.join('|')})/([0-9a-z]{1,40})\\.(png|jpg)$`)

/**
 * Creates the function that renders the picture of a path (`/share/…`) at `now`.
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
  const card = createShareCards({ folder, clientDir })
  const builtInCrest: PictureFile = {
    name: 'favicon.svg',
    use: (work) => work(path.join(clientDir, 'favicon.svg')),
  }
  return async (address: string, now: Date, client: string): Promise<SharePicture> => {
    const icon = ICONS.get(address)
    if (icon) {
      const crest = await uploadedCrest(files, db.read)
      if (!crest) throw new Problem('not_found')
      return { ...(await card(icon, { crest }, client)), expiresAt: undefined }
    }
    const {
      content,
      path: page,
      photo: photoPath,
      expiresAt,
    } = await contentAt(address, db.read, now)
    const crest = (await uploadedCrest(files, db.read)) ?? builtInCrest
    const photo = photoPath === undefined ? undefined : uploadAt(files, photoPath)
    const siteUrl = await siteAddress.find()
    const host = siteUrl ? domainToUnicode(new URL(siteUrl).hostname) : ''
    const whole = {
      ...content,
      address: host && host + page,
      ...(siteUrl && page && { code: siteUrl + encodeURI(page) }),
    }
    return { ...(await card(whole, { crest, photo }, client)), expiresAt }
  }
}

/**
 * `/share/…`: the share cards of entries and of the site, and icons with the uploaded crest.
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
    ctx.type = path.extname(ctx.path)
    if (isNotModified(ctx)) ctx.status = 304
    else ctx.body = bytes
  }
}

/** Returns the uploaded crest, or null. */
async function uploadedCrest(files: FileStore, read: EntityManager): Promise<PictureFile | null> {
  const row = await read.findOneBy(SitePictureRow, { name: 'crest' })
  if (!row || !isReadable(row)) return null
  return uploadOf(files, row.file.folder, fileName(row.file))
}

/** Returns the upload with a path such as `gallery-uploads/a.webp`. */
function uploadAt(files: FileStore, filePath: string): PictureFile | undefined {
  const folder = UPLOAD_FOLDERS.find((name) => filePath.startsWith(`${name}/`))
  return folder && uploadOf(files, folder, filePath.slice(folder.length + 1))
}

function uploadOf(files: FileStore, folder: FolderName, name: string): PictureFile {
  return { name, use: (work) => files.use(folder, name, work) }
}

interface PageCard {
  content: Omit<CardContent, 'address' | 'code'>
  /** Path of the entry's page; empty for the site. */
  path: string
  /** Path of the photo that it shows instead of texts. */
  photo?: string | undefined
  /** Time at which the page expires. */
  expiresAt?: string | undefined
}

async function contentAt(address: string, read: EntityManager, now: Date): Promise<PageCard> {
  const school = (await findSchoolName(read)) || siteCopy['site.name.generic']
  if (address === siteFiles.shareCard) {
    const { identity } = await getSettings(read)
    const foot = identity.motto || siteCopy['site.tagline']
    const over = identity.place || siteCopy['site.govLine']
    return { content: { school: over, label: '', title: school, text: '', foot }, path: '' }
  }
  const [, name, id = ''] = ADDRESS.exec(address) ?? []
  const collection = cardCollections.find((known) => known === name)
  if (!collection || address !== shareCardPath(collection, id)) throw new Problem('not_found')
  const entry = await getEntry(read, { collection, id }, now)
  const { title, kind, classes, excerpt, urgentUntil } = entry
  const page = entryAddress(collection, entry)
  // It changes when the first of them has passed.
  const [expiresAt] = [entry.expiresAt, urgentUntil].filter((at) => at !== undefined).sort()
  if (collection === 'albums') {
    const photo = cardPhoto(filesOf(entry)[0])
    const content = { school, label: '', title, text: '', foot: '' }
    return { content, path: page, photo, expiresAt }
  }
  const kinds = kindsOf(collection, await getSettings(read))
  // The last of the standard kinds says nothing.
  const label = [
    siteCopy[`public.${collection}.one`],
    kind !== 'other' && kinds.find((one) => one.id === kind)?.name,
    classes && formatClasses(classes),
  ]
  const text =
    excerpt ??
    firstSentence((await getEntryText(read, { collection, id }, now)).pages[0]?.text ?? '')
  const content = {
    school,
    ...(urgentUntil && { mark: siteCopy.urgent }),
    label: label.filter(Boolean).join(' · '),
    title,
    text: text ?? '',
    foot: cardDate(collection, entry),
  }
  return { content, path: page, expiresAt }
}

/** Returns the path of the smallest copy of a photo that fills a card, or of the largest. */
function cardPhoto(photo: EntryFile | undefined): string | undefined {
  const copies = photo?.sizes ?? []
  const copy = copies.find(({ width }) => width >= SHARE_CARD.width) ?? copies.at(-1)
  return copy?.filePath ?? photo?.filePath
}

/** Returns the days and time of an event: a card is sent on long before it; of others the date. */
function cardDate(collection: CardCollection, { date, startsOn, endsOn, time }: Entry): string {
  if (collection !== 'events' || !startsOn) return formatDate(date)
  return [formatDays(startsOn, endsOn), time].filter(Boolean).join(', ')
}
