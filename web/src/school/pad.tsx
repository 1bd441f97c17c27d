import { padCopy } from '@bidyaloy/shared/copy/pad-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { translator } from '@bidyaloy/shared/copy/translate'
import { postalLine } from '@bidyaloy/shared/features/contact/contact-fields'
import type { ReactNode } from 'react'
import { useContact, useSchoolName } from '../features/contact/queries.ts'
import { DateText } from '../ui/date-text.tsx'
import { useSettings } from './use-school.ts'
import '../styles/pad.css'

const t = translator(siteCopy, padCopy)

/* The school's paper, for texts: what stands above and below them when they are printed. */

interface LetterheadProps {
  /** Has the class `letterhead__crest`. */
  crest: ReactNode
  /** Number in the register of letters. An empty one leaves room to write it. */
  memo?: string | undefined
  /** Address of the text. */
  address?: string | undefined
  /** ISO 8601. */
  date: string
}

export function Letterhead({ crest, memo, address, date }: LetterheadProps) {
  const school = useSchoolName()
  const contact = useContact()
  const eiin = useSettings()?.identity.eiin
  return (
    <div className="letterhead">
      {crest}
      <p>
        {t('site.govLine')}
        <b>{school}</b>
        {contact && (
          <>
            <span>{postalLine(contact)}</span>
            <span>{t('letterhead.phone', contact)}</span>
          </>
        )}
        {eiin && <span>{t('letterhead.eiin', { eiin })}</span>}
      </p>
      <p className="letterhead__line">
        {memo !== undefined && (
          <span>
            {t('letterhead.memo')}: {memo}
          </span>
        )}
        {address && <span lang="en">{address}</span>}
        <span>
          {t('letterhead.date')}: <DateText moment={date} />
        </span>
      </p>
    </div>
  )
}

/** Name and post of the head, with room for the signature above. */
export function Signature() {
  const school = useSchoolName()
  const name = useSettings()?.headTeacher.name
  return (
    <p className="signature">
      {name && <b>{name}</b>}
      <span>{t('letterhead.head')}</span>
      <span>{school}</span>
    </p>
  )
}
