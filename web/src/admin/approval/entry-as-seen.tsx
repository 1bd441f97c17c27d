import type { EntryFile, EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { approvalCopy } from '@bidyaloy/shared/copy/approval-copy'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { padCopy } from '@bidyaloy/shared/copy/pad-copy'
import { PERSON_FIELDS } from '@bidyaloy/shared/features/people/person-fields'
import { formatDays } from '@bidyaloy/shared/lib/bengali/days'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { markdownBlocks } from '@bidyaloy/shared/lib/markdown'
import { FileLabel } from '../../collections/entry-facts.tsx'
import { KindFacts } from '../../collections/kind-facts.tsx'
import { Photo, type Picture } from '../../collections/photo.tsx'
import { RichText } from '../../school/rich-text.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { focusOnMount } from '../components/focus.ts'
import { withCopy } from '../t.ts'
import '../../styles/prose.css'

const t = withCopy(approvalCopy, entriesCopy, padCopy)

const SIZES = '(min-width: 48rem) 46rem, 100vw'

interface EntryAsSeenProps {
  entry: EntryOfCollection
  /** Whether its title takes the focus. */
  takesFocus: boolean
}

/** An entry as visitors will see it: its facts, text, pages and photos, without the site around it. */
export function EntryAsSeen({ entry, takesFocus }: EntryAsSeenProps) {
  const { collection, title, body = '', fields, videoLink } = entry
  const files = filesOf(entry)
  const blocks = markdownBlocks(body)
  const inText = blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : []))
  const isShownByText = (n: number) => inText.includes(n) && picturesOf(files[n - 1]).length > 0
  return (
    <div className="asseen">
      <p className="meta">
        <KindFacts collection={collection} entry={entry} />
      </p>
      <h3 tabIndex={-1} ref={takesFocus ? focusOnMount : undefined}>
        {title}
      </h3>
      <Days entry={entry} />
      {fields?.memo && (
        <p className="meta">
          <span>
            {t('letterhead.memo')}: {fields.memo}
          </span>
        </p>
      )}
      {fields && collection === 'people' && (
        <dl className="defgrid">
          {PERSON_FIELDS.filter((name) => fields[name]).map((name) => (
            <div key={name}>
              <dt>{t(`person.${name}`)}</dt>
              <dd>{fields[name]}</dd>
            </div>
          ))}
        </dl>
      )}
      {body && (
        <div className="prose">
          <RichText
            text={body}
            heading="h3"
            picture={(n, description) => {
              const [picture] = picturesOf(files[n - 1])
              return (
                picture && (
                  <figure className="figure">
                    <Photo picture={picture} sizes={SIZES} alt={description || title} />
                    {description && <figcaption aria-hidden="true">{description}</figcaption>}
                  </figure>
                )
              )
            }}
          />
        </div>
      )}
      {videoLink && <NewTabLink href={videoLink}>{videoLink}</NewTabLink>}
      {files.map(
        (file, i) =>
          !isShownByText(i + 1) && <FileAsSeen key={file.filePath} file={file} title={title} />,
      )}
    </div>
  )
}

function Days({ entry: { startsOn, endsOn, time, date } }: { entry: EntryOfCollection }) {
  return (
    <p className="meta">
      {startsOn && (
        <span>
          <b>{formatDays(startsOn, endsOn)}</b>
        </span>
      )}
      {time && <span>{time}</span>}
      {date && (
        <span>
          <DateText moment={date} />
        </span>
      )}
    </p>
  )
}

/** The pages of a document or a photo; a link to what has no picture. */
function FileAsSeen({ file, title }: { file: EntryFile; title: string }) {
  const pictures = picturesOf(file)
  const { fileName, filePath, pageCount = 0 } = file
  return (
    <>
      {pictures.map((picture, i) => (
        <Photo
          key={picture.filePath}
          picture={picture}
          sizes={SIZES}
          alt={t('approval.page', { title, n: formatNumber(i + 1) })}
        />
      ))}
      {(pictures.length === 0 || pageCount > pictures.length) && (
        <p className="row">
          <NewTabLink href={`/${filePath}`}>{fileName}</NewTabLink> <FileLabel entry={file} />
        </p>
      )}
    </>
  )
}

/** Returns the pages of a document, or a picture itself; HEIC only through its copies. */
export function picturesOf(file: EntryFile | undefined): Picture[] {
  if (!file) return []
  const { mimeType, pages = [], sizes = [] } = file
  if (pages.length > 0) {
    return pages.map(({ width, height, sizes: copies }) => ({
      width,
      height,
      sizes: copies,
      filePath: copies.at(-1)?.filePath,
    }))
  }
  const isShown = mimeType.startsWith('image/') && (mimeType !== 'image/heic' || sizes.length > 0)
  return isShown ? [file] : []
}
