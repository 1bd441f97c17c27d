import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { composeCopy } from '@bidyaloy/shared/copy/compose-copy'
import { formatDate, startOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import { isDay } from '@bidyaloy/shared/lib/bengali/days'
import { CLASS_NAMES } from '@bidyaloy/shared/school/classes'
import { formatClasses } from '@bidyaloy/shared/school/format-classes'
import { type ReactNode, useDeferredValue } from 'react'
import { useKinds } from '../../collections/kind-facts.tsx'
import { useSchoolName } from '../../features/contact/queries.ts'
import { RichText } from '../../school/rich-text.tsx'
import { SchoolCrest } from '../components/school-crest.tsx'
import type { Attachment } from '../session/attachments.ts'
import type { SessionView } from '../session/entry-session.ts'
import { withCopy } from '../t.ts'
import { SheetThumbnail, sheetOf } from './entry-sheets.tsx'
import '../../styles/prose.css'

const t = withCopy(composeCopy)

/** Files of which pictures are shown. */
const MOST_SHOWN = 3

interface PhonePreviewProps {
  collection: CollectionName
  view: Pick<SessionView, 'values' | 'files'>
  /** Shown below it. */
  children?: ReactNode
}

/** What is written, as a parent will see it on a phone. */
export function PhonePreview({ collection, view, children }: PhonePreviewProps) {
  const { values, files } = useDeferredValue(view)
  const { title, body, properties, timing } = values
  const name = useSchoolName()
  const kind = useKinds(collection).find(({ id }) => id === properties.kind)
  const classes = CLASS_NAMES.filter((one) => properties.classes?.split(',').includes(one))
  const date = isDay(timing.date) ? startOfDay(timing.date) : new Date()
  const facts = [formatDate(date), kind?.name, classes.length > 0 && formatClasses(classes)]
  const isEmpty = title.trim() === '' && body.trim() === '' && files.length === 0
  return (
    <aside className="phone3" aria-label={t('compose.phone')}>
      <p>{t('compose.phone')}</p>
      <div className="phone3__f">
        <p className="bar">
          <SchoolCrest className="phone3__crest" sizes="1.5rem" /> {name}
        </p>
        <div className="in">
          {isEmpty ? (
            <p className="muted">{t('compose.phone.empty')}</p>
          ) : (
            <>
              <p className="pt">{title}</p>
              <p className="ph">{facts.filter(Boolean).join(' · ')}</p>
              {collections[collection].takesBody && (
                <div className="prose">
                  <RichText
                    text={body}
                    heading="h3"
                    picture={(file) => pictureOf(files[file - 1])}
                  />
                </div>
              )}
              {files.slice(0, MOST_SHOWN).map(pictureOf)}
            </>
          )}
        </div>
      </div>
      {children}
    </aside>
  )
}

function pictureOf(attachment: Attachment | undefined) {
  if (!attachment) return null
  const { id, file } = sheetOf(attachment)
  return <SheetThumbnail key={id} file={file} />
}
