import type { ReadApi } from '@bidyaloy/shared/api/api'
import {
  entryPath,
  type PagedCollection,
  pagedCollections,
} from '@bidyaloy/shared/collections/registry'
import { translator } from '@bidyaloy/shared/copy/translate'
import { posterCopy } from '@bidyaloy/shared/features/qr/copy'
import { publicPages } from '@bidyaloy/shared/public-pages'
import { CLASS_NAMES, type ClassName, classPath } from '@bidyaloy/shared/school/classes'
import { formatClasses } from '@bidyaloy/shared/school/format-classes'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { entryQuery } from '../../collections/entry-queries.ts'
import { useMainMenu } from '../../site/menu.ts'
import { Page } from '../../site/page.tsx'
import { NotFoundPage } from '../../site/pages/not-found-page.tsx'
import { Crest } from '../../site/school-pictures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi, useSiteUrl } from '../../ui/page-context.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { useSchoolName } from '../contact/queries.ts'
import './poster-page.css'

const t = translator(posterCopy)

/** What a poster leads to. `path` is of this site. */
type Target =
  | { path: string; entry: { collection: PagedCollection; id: string } }
  | { path: string; className: ClassName }
  | { path: string }

/** Longer addresses make codes that phones read badly. */
const MAX_PATH = 200

/** Returns the page that `to` names, by default the front page; null if it is none of this site. */
function parseTarget(search: URLSearchParams): Target | null {
  const to = search.get('to') ?? '/'
  // Never another host: `//host` and `/\host` are such addresses.
  if (to.length > MAX_PATH || !/^\/(?![/\\])[^\s\\?#]*$/.test(to)) return null
  const path = decodeURI(new URL(encodeURI(to), 'http://site.invalid').pathname)
  for (const collection of pagedCollections) {
    const folder = entryPath(collection, '')
    const id = path.startsWith(folder) ? path.slice(folder.length) : ''
    if (id !== '' && !id.includes('/')) return { path, entry: { collection, id } }
  }
  const className = CLASS_NAMES.find((name) => classPath(name) === path)
  if (className) return { path, className }
  return publicPages().includes(path) ? { path } : null
}

const queryOf = (api: ReadApi, target: Target | null) =>
  target && 'entry' in target
    ? entryQuery(api, target.entry.collection, target.entry.id)
    : undefined

export async function prefetchTarget(
  client: QueryClient,
  api: ReadApi,
  search: URLSearchParams,
): Promise<unknown> {
  const query = queryOf(api, parseTarget(search))
  return query && client.fetchQuery(query)
}

/** Whether `to` names no page of this site. */
export function isUnknown(client: QueryClient, api: ReadApi, search: URLSearchParams): boolean {
  const target = parseTarget(search)
  const query = queryOf(api, target)
  return target === null || (query !== undefined && !client.getQueryData(query.queryKey))
}

/** A sheet with the code of a page, to be hung up. Needs no script. */
export function PosterPage() {
  const target = parseTarget(new URLSearchParams(useLocation().search))
  const title = useTitle(target)
  if (!target || title === null) return <NotFoundPage />
  return <Poster target={target} title={title} />
}

/** Returns the title of the page that a poster leads to; null if there is none. */
function useTitle(target: Target | null): string | null {
  const api = useReadApi()
  const query = queryOf(api, target)
  const { data } = useQuery({ ...(query ?? entryQuery(api, 'notices', '-')), enabled: !!query })
  const school = useSchoolName()
  const links = useMainMenu().flatMap(({ label, href, links }) => [
    ...(href ? [{ label, href }] : []),
    ...links,
  ])
  if (!target) return null
  if ('entry' in target) return data?.title ?? null
  if ('className' in target) return formatClasses([target.className])
  if (target.path === '/') return school
  return links.find(({ href }) => href === target.path)?.label ?? school
}

function Poster({ target, title }: { target: Target; title: string }) {
  const siteUrl = useSiteUrl()
  const school = useSchoolName()
  const url = siteUrl && siteUrl + encodeURI(target.path)
  const address = siteUrl && (siteUrl + target.path).replace(/^https?:\/\//, '').replace(/\/$/, '')
  return (
    <Page title={title} tab={`${title} (${t('poster.title')})`} noindex>
      <div className="poster">
        <Crest className="poster__crest" />
        {school !== title && <p className="poster__school">{school}</p>}
        {'className' in target && <p>{t('poster.class')}</p>}
        {url && address ? (
          <>
            <QrCode text={url} label={t('poster.code', { address })} />
            <p className="poster__address" lang="en">
              {address}
            </p>
          </>
        ) : (
          <p>{t('poster.unknown')}</p>
        )}
        <p>{t('poster.lead')}</p>
      </div>
      <p>
        <button className="btn" type="button" data-needs="script" onClick={() => print()}>
          <Icon name="print" /> {t('poster.print')}
        </button>
      </p>
    </Page>
  )
}
