import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { Entry, EntryFile } from '@bidyaloy/shared/collections/entry'
import { fileStemOf, filesOf } from '@bidyaloy/shared/collections/entry-files'
import { translator } from '@bidyaloy/shared/copy/translate'
import { pages as contactPages } from '@bidyaloy/shared/features/contact/paths'
import { photoRequestCopy } from '@bidyaloy/shared/features/photo-requests/copy'
import { PHOTO_REQUEST_PATH } from '@bidyaloy/shared/features/photo-requests/paths'
import {
  ASKERS,
  MAX_REASON_LENGTH,
  type PhotoAddress,
  parsePhotoAddress,
  photoAddress,
} from '@bidyaloy/shared/features/photo-requests/photo-address'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useLocation } from 'react-router-dom'
import { entryQuery } from '../../collections/entry-queries.ts'
import { Photo } from '../../collections/photo.tsx'
import { Page } from '../../site/page.tsx'
import { NotFoundPage } from '../../site/pages/not-found-page.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { useSentForm } from '../../ui/server-context.ts'
import { privacyQuery } from '../privacy/queries.ts'
import './photo-request-page.css'
import '../../styles/site-forms.css'

const t = translator(photoRequestCopy)
const SIZES = '(min-width: 64rem) 40rem, calc(100vw - 2rem)'

const addressIn = (search: URLSearchParams) => parsePhotoAddress(search.get('photo') ?? '')
const isAnswer = (search: URLSearchParams) => search.get('sent') === '1'
const queryOf = (api: ReadApi, { collection, id }: PhotoAddress) => entryQuery(api, collection, id)

export async function prefetchPhoto(
  client: QueryClient,
  api: ReadApi,
  search: URLSearchParams,
): Promise<unknown> {
  const address = addressIn(search)
  await client.fetchQuery(privacyQuery(api))
  return address && client.fetchQuery(queryOf(api, address))
}

/** Whether the address names no photo that visitors see. */
export function isUnknown(client: QueryClient, api: ReadApi, search: URLSearchParams): boolean {
  if (isAnswer(search) || client.getQueryData(privacyQuery(api).queryKey)?.isCopy) return false
  const address = addressIn(search)
  const entry = address && client.getQueryData(queryOf(api, address).queryKey)
  return !entry || photoIn(entry, address.stem) === null
}

/** Returns the photo of an entry with its place, from 1; null if the entry does not have it. */
function photoIn(entry: Entry, stem: string): { photo: EntryFile; place: number } | null {
  const files = filesOf(entry)
  const at = files.findIndex(({ filePath }) => fileStemOf(filePath) === stem)
  const photo = files[at]
  return photo?.mimeType.startsWith('image/') ? { photo, place: at + 1 } : null
}

/** Asks the head to take a photo down. A form that needs no script. */
export function PhotoRequestPage() {
  const search = new URLSearchParams(useLocation().search)
  const address = addressIn(search)
  const api = useReadApi()
  const wanted = address ?? { collection: 'albums', id: '-', stem: '' }
  const query = useQuery({ ...queryOf(api, wanted), enabled: address !== null })
  const { data: facts } = useQuery(privacyQuery(api))
  if (isAnswer(search)) return <SentPage />
  if (facts?.isCopy) return <CopyPage />
  if (!address || query.data === null) return <NotFoundPage />
  if (!query.data) {
    const texts = { loading: t('photoRequest.loading'), error: t('photoRequest.error'), empty: '' }
    return (
      <Page title={t('photoRequest.title')} noindex>
        <QueryState query={query} texts={texts}>
          {() => null}
        </QueryState>
      </Page>
    )
  }
  const found = photoIn(query.data, address.stem)
  if (!found) return <NotFoundPage />
  const { title } = query.data
  const isOne = filesOf(query.data).length === 1
  const n = formatNumber(found.place)
  return (
    <Page
      title={t('photoRequest.title')}
      lead={isOne ? title : t('photoRequest.photo', { title, n })}
      noindex
    >
      <div className="askphoto">
        <Photo picture={found.photo} sizes={SIZES} early="first" />
        <RequestForm photo={photoAddress(address)} />
      </div>
    </Page>
  )
}

function RequestForm({ photo }: { photo: string }) {
  const { values = {}, problems = {} } = useSentForm() ?? {}
  const id = useId()
  const whole = problems['']
  return (
    <form className="siteform" method="post" action={PHOTO_REQUEST_PATH}>
      {whole && (
        <p className="siteform__wrong" role="alert">
          {whole}
        </p>
      )}
      <input type="hidden" name="photo" value={photo} />
      <fieldset className="askwho" aria-describedby={problems.who ? `${id}-who` : undefined}>
        <legend>{t('photoRequest.who')}</legend>
        {ASKERS.map((who) => (
          <label key={who}>
            <input
              type="radio"
              name="who"
              value={who}
              required
              defaultChecked={who === values.who}
            />
            {t(`photoRequest.who.${who}`)}
          </label>
        ))}
        <Wrong id={`${id}-who`} text={problems.who} />
      </fieldset>
      <Field name="reason" problem={problems.reason}>
        {(control) => (
          <textarea
            {...control}
            className="input asktext"
            rows={3}
            maxLength={MAX_REASON_LENGTH}
            defaultValue={values.reason}
          />
        )}
      </Field>
      <Field name="phone" problem={problems.phone}>
        {(control) => (
          <input
            {...control}
            className="input"
            type="tel"
            maxLength={40}
            autoComplete="tel"
            defaultValue={values.phone}
          />
        )}
      </Field>
      <button className="btn btn--primary" type="submit">
        {t('photoRequest.send')}
      </button>
      <p className="siteform__hint">{t('photoRequest.private')}</p>
    </form>
  )
}

interface Control {
  id: string
  name: string
  'aria-describedby': string
  'aria-invalid': true | undefined
}

interface FieldProps {
  name: 'reason' | 'phone'
  problem: string | undefined
  children: (control: Control) => ReactNode
}

function Field({ name, problem, children }: FieldProps) {
  const id = useId()
  const described = problem ? `${id}-wrong ${id}-hint` : `${id}-hint`
  return (
    <div className="siteform__field">
      <label htmlFor={id}>{t(`photoRequest.${name}`)}</label>
      <p className="siteform__hint" id={`${id}-hint`}>
        {t(`photoRequest.${name}.hint`)}
      </p>
      {children({
        id,
        name,
        'aria-describedby': described,
        'aria-invalid': problem ? true : undefined,
      })}
      <Wrong id={`${id}-wrong`} text={problem} />
    </div>
  )
}

function Wrong({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null
  return (
    <p className="siteform__wrong" id={id}>
      {text}
    </p>
  )
}

/** In a static copy, which takes no requests. */
function CopyPage() {
  return (
    <Page title={t('photoRequest.title')} noindex>
      <div className="card stack">
        <p>{t('photoRequest.copy')}</p>
        <ContactLink />
      </div>
    </Page>
  )
}

function ContactLink() {
  return (
    <p>
      <a className="btn" href={contactPages.contact}>
        {t('photoRequest.sent.contact')}
      </a>
    </p>
  )
}

/** What happens next. */
function SentPage() {
  return (
    <Page title={t('photoRequest.sent')} noindex>
      <div className="card stack">
        <p>{t('photoRequest.sent.next')}</p>
        <p>{t('photoRequest.sent.phone')}</p>
        <p>{t('photoRequest.sent.again')}</p>
        <ContactLink />
      </div>
    </Page>
  )
}
