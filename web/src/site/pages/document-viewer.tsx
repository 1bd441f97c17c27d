import type { Entry, EntryFile, PageImage, PictureSize } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { entryFilePath, type PagedCollection } from '@bidyaloy/shared/collections/registry'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { markdownBlocks } from '@bidyaloy/shared/lib/markdown'
import { Fragment, type MouseEvent, type ReactNode, useId, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { fileLabel } from '../../collections/entry-facts.tsx'
import {
  type OpenPage,
  openPageOf,
  openPlaceOf,
  type PicturePlace,
  srcSetOf,
} from '../../collections/photo.tsx'
import { PhotoRequestLink } from '../../features/photo-requests/photo-request-link.tsx'
import { Signature } from '../../school/pad.tsx'
import { RichText } from '../../school/rich-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { SCRIPTED_LINK } from '../page-data.ts'
import { instead, Lightbox, type LightboxPicture, sizesOf } from './lightbox.tsx'
import { Lines, OpenPageText, type PageText, PageTextDetails, useSavesData } from './page-texts.tsx'
import { type TextKey, t } from './t.ts'
import './entry-page.css'
import '../../styles/prose.css'
import '../../styles/tables.css'

/** Within a few pixels on phones: twice 360 selects the copy of 720. */
const SHEET_SIZES = '(min-width: 48rem) 42rem, calc(100vw - 3rem)'

/** In pixels. */
const READABLE_WIDTH = 720

/** Id of the element with the files that the text does not show. */
export const FILES_ID = 'files'

/** A picture of a page, or of a paper. */
interface Sheet extends LightboxPicture {
  /** A small copy in black and white. */
  oneBit?: PictureSize | undefined
  /** The part of the page that it shows, if it is not all of it. */
  part?: PageImage['part']
  /** Link below a photo. */
  ask?: ReactNode
  text?: { found: PageText; place: number; isAbove: boolean }
}

/** A file below the text. */
interface Document {
  file: EntryFile
  /** Address that leads to the file, also after it is replaced. */
  href: string
  /** The only file, one of several pictures («পাতা ২»), or one of several files of any type. */
  kind: 'only' | 'sheet' | 'file'
  /** Heading of its section, unless it is the only file. */
  name: string
  /** Pictures of its pages, or the picture itself. Empty if there are none. */
  sheets: readonly Sheet[]
  /** Of an Office file: the texts of its pages. */
  texts: readonly { found: PageText; place: number }[]
}

/** The contents of an entry, in the order of the page. */
export interface Contents {
  text: string
  /** Whether the text is signed where it is printed. */
  isSigned: boolean
  /** The pictures that the text shows, by number of the file. */
  pictures: ReadonlyMap<number, Sheet>
  documents: readonly Document[]
}

/** Splits an entry's files into the pictures of its text and the documents below it. */
export function contentsOf(
  collection: PagedCollection,
  entry: Entry,
  texts: readonly PageText[] = [],
): Contents {
  const { _id, title, body: text = '' } = entry
  const files = filesOf(entry)
  const pictures = new Map<number, Sheet>()
  const withTexts = (place: number, sheets: Sheet[]) =>
    sheets.map((sheet, i) => {
      const { filePath } = files[place - 1] ?? {}
      const found = texts.find(({ file, page }) => file === filePath && page === i + 1)
      // The entry's own text says what the paper says.
      return found ? { ...sheet, text: { found, place, isAbove: found.isSure && !text } } : sheet
    })
  for (const block of markdownBlocks(text)) {
    const file = block.kind === 'picture' && files[block.file - 1]
    if (block.kind !== 'picture' || !file || !isPicture(file)) continue
    const alt = block.description || t('entry.picture', { n: formatNumber(pictures.size + 1) })
    const caption = block.description || title
    const photo = { collection, id: _id, isPhoto: true }
    const [sheet] = withTexts(block.file, [pictureOf(file, { alt, caption, ...photo })])
    if (sheet) pictures.set(block.file, sheet)
  }
  const below = files
    .map((file, i) => ({ file, place: i + 1 }))
    .filter(({ place }) => !pictures.has(place))
  const areSheets = below.every(({ file }) => isPicture(file))
  const documents = below.map(({ file, place }, i): Document => {
    const href = entryFilePath(collection, _id, place)
    const n = formatNumber(i + 1)
    const { fileName: name } = file
    const sheets = (heading: string) => {
      // Pictures of notices are photos of papers; those of news are photos.
      const isPhoto = isPicture(file) && collection === 'news'
      const found = withTexts(place, sheetsOf(file, heading, { collection, id: _id, isPhoto }))
      return isPhoto ? found : found.map((sheet) => ({ ...sheet, isPaper: true }))
    }
    const own = texts
      .filter((found) => found.lines && found.file === file.filePath)
      .map((found) => ({ found, place }))
    const shared = { file, href, texts: own }
    if (below.length === 1) return { ...shared, kind: 'only', name, sheets: sheets(title) }
    if (!areSheets) return { ...shared, kind: 'file', name, sheets: sheets(name) }
    const alt = t('entry.page.alt', { title, n })
    return { ...shared, kind: 'sheet', name: t('entry.sheet', { n }), sheets: sheets(alt) }
  })
  return { text, isSigned: collection === 'notices', pictures, documents }
}

/** Returns what stands below each printed page. @param isFirst whether it is the first one */
type PrintedFoot = (isFirst: boolean) => ReactNode

/** An entry's text and files. Pictures and pages link to their largest copy; with script they open in one viewer. */
export function DocumentViewer({ contents, foot }: { contents: Contents; foot: PrintedFoot }) {
  const { text, isSigned, pictures, documents } = contents
  const sheets = [...pictures.values(), ...documents.flatMap((document) => document.sheets)]
  const viewer = useSheetViewer(sheets)
  return (
    <>
      {text && (
        <div className="card card--text noticetext">
          <div className="prose pad__text">
            <RichText
              text={text}
              contents
              picture={(file, description) => {
                const picture = pictures.get(file)
                return (
                  picture && (
                    <figure className="figure">
                      <SheetLink sheet={picture} viewer={viewer} />
                      {/* Screen readers have it as the picture's alternative text. */}
                      {description && <figcaption aria-hidden="true">{description}</figcaption>}
                      <SheetText sheet={picture} />
                      {picture.ask}
                    </figure>
                  )
                )
              }}
            />
          </div>
          {isSigned && <Signature />}
          {foot(true)}
        </div>
      )}
      {documents.length > 0 && (
        <div className="stack" id={FILES_ID}>
          {documents.map((document, i) => (
            <DocumentSection
              key={document.file.filePath}
              document={document}
              viewer={viewer}
              foot={(isFirst) => foot(isFirst && i === 0 && !text)}
            />
          ))}
        </div>
      )}
      {viewer.open !== undefined && (
        <Lightbox
          kind="page"
          pictures={sheets}
          at={viewer.open}
          place={viewer.place}
          onTurn={viewer.turn}
          onClose={viewer.close}
        />
      )}
    </>
  )
}

/** One file: a bar with its name and a link to it, then its pages. */
function DocumentSection({
  document,
  viewer,
  foot,
}: {
  document: Document
  viewer: SheetViewer
  foot: PrintedFoot
}) {
  const { file, href, kind, name, sheets, texts } = document
  const id = useId()
  const { pages = [], pageCount = pages.length } = file
  const Name = kind === 'only' ? 'p' : 'h2'
  const which = kind === 'only' ? null : <span className="vh">: {name}</span>
  const bar = (
    <div className="docview__bar">
      <Name className="docview__name" id={id}>
        {kind !== 'sheet' && <Icon name={isPicture(file) ? 'image' : 'file'} />} <span>{name}</span>
      </Name>
      <p className="row">
        {pageCount > 0 && (
          <span className="muted">{t('entry.pageCount', { n: formatNumber(pageCount) })}</span>
        )}
        {kind === 'sheet' ? (
          <a className="more" href={href} download={file.fileName}>
            {t('entry.sheet.download')}
            {which} <Icon name="download" />
          </a>
        ) : (
          <NewTabLink className="more" href={href}>
            {t('entry.open')}
            {which} <Icon name="ext" />
          </NewTabLink>
        )}
      </p>
    </div>
  )
  return (
    <section
      className="docview"
      {...(kind === 'only' ? { 'aria-label': t('entry.file') } : { 'aria-labelledby': id })}
    >
      {kind !== 'only' && bar}
      {sheets.length === 0 && texts.length === 0 && <NotShown file={file} />}
      {texts.map(({ found, place }) => (
        <Lines key={found.page} text={found} place={place} />
      ))}
      {texts.length > 0 && foot(true)}
      {sheets.map((sheet, i) => (
        <Fragment key={sheet.id}>
          {sheet.text?.isAbove && <OpenPageText text={sheet.text.found} place={sheet.text.place} />}
          <SheetLink sheet={sheet} viewer={viewer} isEnlargeable={isPicture(file)} />
          {sheet.ask}
          {foot(i === 0)}
          {!sheet.text?.isAbove && <SheetText sheet={sheet} />}
        </Fragment>
      ))}
      {pageCount > pages.length && (
        <p className="docview__note">{t('entry.onlyFirst', { n: formatNumber(pages.length) })}</p>
      )}
      {/* The title has said what the only file is. */}
      {kind === 'only' && bar}
    </section>
  )
}

/** The entry of a picture, and whether it is a photo, not a paper. */
interface PictureOwner {
  collection: PagedCollection
  id: string
  isPhoto: boolean
}

function sheetsOf(file: EntryFile, title: string, owner: PictureOwner): Sheet[] {
  const { pages = [] } = file
  if (pages.length === 0) {
    return isPicture(file) ? [pictureOf(file, { alt: title, caption: title, ...owner })] : []
  }
  return pages.map(({ width, height, sizes, oneBit, part }, i) => {
    const filePath = sizes.at(-1)?.filePath
    return {
      id: `${file.filePath}-${i}`,
      href: `/${filePath}`,
      filePath,
      sizes,
      oneBit,
      part,
      width,
      height,
      alt: t('entry.page.alt', { title, n: formatNumber(i + 1) }),
      caption: <b>{title}</b>,
    }
  })
}

function pictureOf(
  file: EntryFile,
  { alt, caption, collection, id, isPhoto }: PictureOwner & { alt: string; caption: string },
): Sheet {
  const { filePath, width, height } = file
  const ask = isPhoto && <PhotoRequestLink {...{ collection, id, filePath }} of={alt} />
  const shown = { filePath, width, height, sizes: sizesOf(file), alt }
  return {
    ...shown,
    id: filePath,
    href: `/${filePath}`,
    caption: (
      <>
        <b>{caption}</b>
        {ask}
      </>
    ),
    ask,
  }
}

/** The viewer of a page's sheets. */
interface SheetViewer {
  sheets: readonly Sheet[]
  /** Index of the open sheet. */
  open: number | undefined
  /** Where it was tapped. */
  place: PicturePlace | undefined
  show: (sheet: Sheet, place: PicturePlace | undefined) => void
  turn: (to: number) => void
  close: () => void
}

/** Keeps the open sheet in the history's state, so Back closes it. */
function useSheetViewer(sheets: readonly Sheet[]): SheetViewer {
  const navigate = useNavigate()
  const location = useLocation()
  const isHydrated = useSyncExternalStore(
    unchanging,
    () => true,
    () => false,
  )
  const open = (openPage: number, replace: boolean, place?: PicturePlace) =>
    void navigate(location, {
      replace,
      preventScrollReset: true,
      state: { openPage, place } satisfies OpenPage,
    })
  return {
    sheets,
    // The server does not know the history's state: shown after hydration.
    open: isHydrated ? openPageOf(location.state) : undefined,
    place: openPlaceOf(location.state),
    show: (sheet, place) => open(sheets.indexOf(sheet), false, place),
    turn: (to) => open(to, true),
    close: () => void navigate(-1),
  }
}

const unchanging = () => () => undefined

interface SheetLinkProps {
  sheet: Sheet
  viewer: SheetViewer
  /** Says on the picture that it can be enlarged. */
  isEnlargeable?: boolean
}

function SheetLink({ sheet, viewer, isEnlargeable = false }: SheetLinkProps) {
  const savesData = useSavesData()
  const { text } = sheet
  const where = text?.isAbove ? 'entry.page.textAbove' : 'entry.page.hasText'
  const alt = text ? t(where, { alt: sheet.alt }) : sheet.alt
  const isFirst = sheet === viewer.sheets[0] && !savesData
  return (
    <a
      className={sheet.part ? 'sheet sheet--cut' : 'sheet'}
      href={sheet.href}
      {...{ [SCRIPTED_LINK]: '' }}
      aria-label={t('entry.zoom', { title: alt })}
      onClick={instead((event) => viewer.show(sheet, tappedPlace(event)))}
    >
      {sheet.part && <PrintedMargins sheet={sheet} part={sheet.part} />}
      <img
        {...(savesData
          ? { src: smallOf(sheet) }
          : { src: sheet.href, srcSet: srcSetOf(sheet.sizes), sizes: SHEET_SIZES })}
        width={sheet.width}
        height={sheet.height}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        decoding="async"
      />
      {isEnlargeable && (
        <span className="sheet__zoom" aria-hidden="true">
          <Icon name="zoomin" /> {t('entry.zoom.short')}
        </span>
      )}
    </a>
  )
}

/** Returns the place of the link's picture that was tapped; undefined with the keyboard. */
function tappedPlace({ currentTarget, detail, clientX, clientY }: MouseEvent) {
  const picture = detail > 0 && currentTarget.querySelector('img')
  if (!picture) return undefined
  const { left, top, width, height } = picture.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}

/** The margins that the picture of a page lacks: paper is printed as it is. */
function PrintedMargins({ sheet, part }: { sheet: Sheet; part: NonNullable<PageImage['part']> }) {
  const { width = 1, height = 1 } = sheet
  const [left, top, wide, high] = part
  const above = (top * height * wide) / (high * width)
  // SVG attributes: the content security policy allows no inline style.
  return (
    <>
      <svg className="sheet__above" viewBox={`0 0 1000 ${Math.round(above)}`} aria-hidden="true" />
      <svg className="sheet__beside" width={`${left / 10}%`} height="1" aria-hidden="true" />
      <svg
        className="sheet__beside sheet__beside--end"
        width={`${(1000 - left - wide) / 10}%`}
        height="1"
        aria-hidden="true"
      />
    </>
  )
}

/** Returns the address of the smallest copy on which print can be read. */
function smallOf({ oneBit, sizes, href }: Sheet): string {
  const small = oneBit ?? sizes.find(({ width }) => width >= READABLE_WIDTH)
  return small ? `/${small.filePath}` : href
}

/** The text of a sheet that has one. */
function SheetText({ sheet: { text } }: { sheet: Sheet }) {
  return text && <PageTextDetails texts={[text.found]} place={text.place} />
}

/** Explains why the file has no preview. */
function NotShown({ file }: { file: EntryFile }) {
  const why: TextKey =
    file.mimeType === 'application/pdf' && !file.pages ? 'entry.notDrawnYet' : 'entry.notDrawn'
  return (
    <div className="docview__none">
      <span className="filemark" aria-hidden="true">
        {fileLabel(file)}
      </span>
      <p>{t(why)}</p>
    </div>
  )
}

/** Whether browsers can show the file as a picture; HEIC only through its copies. */
function isPicture({ mimeType, sizes }: EntryFile): boolean {
  if (!mimeType.startsWith('image/')) return false
  return mimeType !== 'image/heic' || (sizes ?? []).length > 0
}
