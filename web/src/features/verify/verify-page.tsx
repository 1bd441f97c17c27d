import type { ReadApi } from '@bidyaloy/shared/api/api'
import { translator } from '@bidyaloy/shared/copy/translate'
import { ownPath } from '@bidyaloy/shared/features/verify/address'
import { verifyCopy } from '@bidyaloy/shared/features/verify/copy'
import { pages } from '@bidyaloy/shared/features/verify/paths'
import type { Verdict } from '@bidyaloy/shared/features/verify/verify'
import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { parseUrl } from '@bidyaloy/shared/web-address'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { PhoneLinks } from '../../school/contact-links.tsx'
import { useSettings } from '../../school/use-school.ts'
import { Page } from '../../site/page.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useReadApi, useSiteUrl } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { useContact } from '../contact/queries.ts'
import { type Refusal, VerifyForm } from './verify-form.tsx'
import './verify-page.css'
import '../../styles/site-forms.css'

const t = translator(verifyCopy)

/** What the address of the page asks: for a file, or for an address. */
type Asked = { sha256: string } | { address: string }

function parseAsked(search: URLSearchParams): Asked | null {
  const sha256 = search.get('sha256')?.toLowerCase() ?? ''
  if (/^[0-9a-f]{64}$/.test(sha256)) return { sha256 }
  const address = search.get('address')?.trim()
  return address ? { address } : null
}

/** Returns the path in an address, whatever its host is; null if it has none. */
function pathIn(address: string): string | null {
  const typed = parseUrl(/^https?:\/\//i.test(address) ? address : `http://${address}`)
  return ownPath(address, typed ? [typed.host] : [])
}

const verdictQuery = (api: ReadApi, asked: Asked) => {
  const query = 'sha256' in asked ? asked : { address: pathIn(asked.address) ?? '/' }
  return queryOptions({
    queryKey: ['verdict', query],
    queryFn: ({ signal }) => api.verifyFile({ query }, { signal }),
  })
}

export async function prefetchVerdict(
  client: QueryClient,
  api: ReadApi,
  search: URLSearchParams,
): Promise<unknown> {
  const asked = parseAsked(search)
  return asked && client.fetchQuery(verdictQuery(api, asked))
}

const REFUSALS: readonly string[] = ['large', 'busy', 'damaged', 'nothing'] satisfies Refusal[]
const isRefusal = (text: string | null): text is Refusal => REFUSALS.includes(text ?? '')

/** Whether a notice is one of this school: the form, or the answer that the address asks for. */
export function VerifyPage() {
  const search = new URLSearchParams(useLocation().search)
  const asked = parseAsked(search)
  if (asked) return <Answer asked={asked} />
  const refused = search.get('refused')
  const isBroken = search.has('sha256')
  return (
    <Page title={t('verify.title')} lead={t('verify.lead')} noindex={search.size > 0}>
      <div className="twoside">
        <VerifyForm refused={isRefusal(refused) ? refused : isBroken ? 'malformed' : undefined} />
        <div className="stack stack--3">
          <h2>{t('verify.qr')}</h2>
          <p>{t('verify.qr.text')}</p>
        </div>
      </div>
    </Page>
  )
}

function Answer({ asked }: { asked: Asked }) {
  const siteUrl = useSiteUrl()
  const query = useQuery(verdictQuery(useReadApi(), asked))
  const hosts = siteUrl ? [new URL(siteUrl).host] : []
  const isForeign = 'address' in asked && ownPath(asked.address, hosts) === null
  const title = t('verify.title')
  return (
    <Page title={title} tab={t('verify.result', { title })} noindex>
      {isForeign ? (
        <ForeignVerdict />
      ) : (
        <QueryState
          query={query}
          texts={{ loading: t('verify.loading'), error: t('verify.error'), empty: '' }}
        >
          {(verdict) => <VerdictBox verdict={verdict} isFile={'sha256' in asked} />}
        </QueryState>
      )}
      <p>
        <a className="btn" href={pages.verify}>
          {t('verify.again')}
        </a>
      </p>
    </Page>
  )
}

interface BoxProps {
  look: 'ok' | 'old' | 'no'
  icon: IconName
  title: string
  children: ReactNode
}

function Box({ look, icon, title, children }: BoxProps) {
  return (
    <section className={`verdict verdict--${look}`} aria-labelledby="verdict">
      <Icon name={icon} />
      <h2 id="verdict">{title}</h2>
      {children}
    </section>
  )
}

function VerdictBox({ verdict, isFile }: { verdict: Verdict; isFile: boolean }) {
  const { state, at, title, url = '/' } = verdict
  const date = at ? formatDate(at) : ''
  switch (state) {
    case 'published':
      return (
        <Box look="ok" icon="check" title={t('verify.published', { date })}>
          <p>
            <a href={url}>{title}</a>
          </p>
          {!isFile && <p>{t('verify.published.address')}</p>}
        </Box>
      )
    case 'replaced':
      return (
        <Box look="old" icon="retry" title={t('verify.replaced', { date })}>
          <p>
            {t('verify.replaced.text')} <a href={url}>{t('verify.replaced.link')}</a>
          </p>
          <p>{title}</p>
        </Box>
      )
    case 'withdrawn':
      return (
        <Box look="old" icon="undo" title={t('verify.withdrawn', { date })}>
          <p>{t('verify.withdrawn.text')}</p>
        </Box>
      )
    case 'foreign':
      return <ForeignVerdict />
    case 'unknown':
      return (
        <Box look="no" icon="error" title={t(isFile ? 'verify.unknown' : 'verify.unknown.address')}>
          <p>{t(isFile ? 'verify.unknown.text' : 'verify.unknown.address.text')}</p>
          <Call />
        </Box>
      )
  }
}

function ForeignVerdict() {
  const siteUrl = useSiteUrl()
  return (
    <Box look="no" icon="error" title={t('verify.foreign')}>
      {siteUrl && <p>{t('verify.foreign.text', { host: new URL(siteUrl).host })}</p>}
      <Call />
    </Box>
  )
}

/** The number of the school; nothing without one. */
function Call() {
  const contact = useContact()
  const { identity } = useSettings() ?? {}
  const phone = contact?.phone || identity?.phone
  return (
    phone && (
      <p>
        {t('verify.call')} <PhoneLinks typed={phone} />
      </p>
    )
  )
}
