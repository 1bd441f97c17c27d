import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { MAX_VERSIONS, VERSIONED, type Versioned } from '@bidyaloy/shared/school/versions'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { useKinds } from '../../collections/kind-facts.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { hasCode } from '../api/failure-text.ts'
import { ChangeFailure } from '../components/change-failure.tsx'
import { UnknownScreen } from '../components/message-screens.tsx'
import { useNames } from '../components/names.ts'
import { QueryState } from '../components/query-state.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { withCopy } from '../t.ts'
import {
  differences,
  type FileDifference,
  fileDifferences,
  type RecordState,
  readPresent,
  recordStates,
  wordDifferences,
} from './record-states.ts'
import './versions.css'

const t = withCopy(overviewCopy)

interface RecordProps {
  recordType: Versioned
  id: string
}

/** The former states of a record: who changed what when, and the way back. */
export function VersionsScreen() {
  const { recordType: named, id = '' } = useParams()
  const recordType = VERSIONED.find((one) => one === named)
  return recordType ? <Versions recordType={recordType} id={id} /> : <UnknownScreen />
}

const versionsQuery = (api: ReturnType<typeof useAdminApi>, { recordType, id }: RecordProps) =>
  queryOptions({
    queryKey: ['versions', recordType, id],
    queryFn: async ({ signal }) => {
      try {
        return {
          present: await readPresent(api, recordType, id),
          versions: await api.listVersions({ params: { recordType, id } }, { signal }),
        }
      } catch (error) {
        // A record that was never saved, or an entry that was deleted meanwhile.
        if (!hasCode(error, 'not_found')) throw error
        return { present: { n: 0, data: {}, files: [], title: '' }, versions: [] }
      }
    },
  })

function Versions({ recordType, id }: RecordProps) {
  const query = useQuery(versionsQuery(useAdminApi(), { recordType, id }))
  return (
    <>
      <ScreenHead title={t('versions.title')}>{t('versions.lead')}</ScreenHead>
      <QueryState
        query={query}
        texts={{
          loading: t('versions.loading'),
          error: t('versions.error'),
          empty: t('versions.empty'),
        }}
        isEmpty={({ versions }) => versions.length === 0}
      >
        {({ present, versions }) => {
          const [now, ...former] = recordStates(recordType, present, versions)
          const count = { n: formatNumber(versions.length), max: formatNumber(MAX_VERSIONS) }
          return (
            <section className="stack versions">
              {present.title && <p className="quote">{present.title}</p>}
              <p className="muted">{t('versions.count', count)}</p>
              <ol className="versions__list">
                {[now, ...former].map((state, index) => (
                  <li key={state.n}>
                    <StateCard
                      record={{ recordType, id }}
                      state={state}
                      before={former[index]}
                      now={now}
                    />
                  </li>
                ))}
              </ol>
            </section>
          )
        }}
      </QueryState>
    </>
  )
}

interface StateCardProps {
  record: RecordProps
  state: RecordState
  /** The state that this one replaced. */
  before: RecordState | undefined
  now: RecordState
}

function StateCard({ record, state, before, now }: StateCardProps) {
  const { nameOf } = useNames()
  const isNow = state.n === now.n
  const changed = { ...state, by: nameOf(state.by ?? '') }
  const head = (
    <span>
      <b>{state.at ? formatDateTime(state.at) : t('versions.first')}</b>
      {before && <span className="muted">{changeText(record.recordType, before, changed)}</span>}
    </span>
  )
  if (isNow) {
    return (
      <div className="card versions__now">
        {head}
        <span className="badge badge--brand">
          <Icon name="check" /> {t('versions.now')}
        </span>
      </div>
    )
  }
  return (
    <details className="card versions__former">
      <summary>
        {head}
        <Icon name="down" />
      </summary>
      <div className="stack">
        <Differences recordType={record.recordType} former={state} present={now} />
        <RestoreRow record={record} n={state.n} present={now.n} />
      </div>
    </details>
  )
}

/** «রহিমা · বদলেছেন: শিরোনাম, লেখা» */
function changeText(recordType: Versioned, before: RecordState, after: RecordState): string {
  const by = after.by || t('activity.someone')
  const fields = differences(recordType, before, after).map(({ name }) => name)
  const files = fileDifferences(before, after).filter(({ change }) => change !== 'kept')
  if (files.some(({ change }) => change !== 'moved')) fields.push(t('versions.changedFiles'))
  else if (files.length > 0) fields.push(t('versions.changedOrder'))
  if (fields.length === 0) return t('versions.unchanged', { by })
  return t('versions.changed', { by, fields: fields.join(', ') })
}

interface DifferencesProps {
  recordType: Versioned
  former: RecordState
  present: RecordState
}

function Differences({ recordType, former, present }: DifferencesProps) {
  const fields = differences(recordType, former, present, useKinds(recordType))
  const files = fileDifferences(former, present)
  const hasFiles = files.some(({ change }) => change !== 'kept')
  if (fields.length === 0 && !hasFiles) return <p>{t('versions.same')}</p>
  return (
    <>
      {fields.length > 0 && (
        <p className="diff__legend">
          <del>{t('versions.legend.thenMark')}</del> {t('versions.legend.then')}{' '}
          <ins>{t('versions.legend.nowMark')}</ins> {t('versions.legend.now')}
        </p>
      )}
      <dl className="diff">
        {fields.map(({ field, name, ...texts }) => (
          <div key={field}>
            <dt>{name}</dt>
            <dd>
              {wordDifferences(texts.former, texts.present).map(({ text, change }, index) => {
                const Mark = MARKS[change]
                // The runs have no identity but their place.
                // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
                return <Mark key={index}>{text}</Mark>
              })}
            </dd>
          </div>
        ))}
        {hasFiles && (
          <div>
            <dt>{t('versions.files')}</dt>
            <dd>
              <ul className="diff__files">
                {files.map((one) => (
                  <FileTile key={one.file.filePath} {...one} />
                ))}
              </ul>
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}

const MARKS = { kept: 'span', gone: 'del', new: 'ins' } as const

function FileTile({ file, change, formerNumber, presentNumber }: FileDifference) {
  const { filePath, fileName, sizes, pages } = file
  const picture = (sizes ?? pages?.[0]?.sizes)?.[0]
  // Visitors are led from a former file to the present one; admins see it.
  const shown = change === 'gone' ? '?version' : ''
  return (
    <li className={`diff__file--${change}`}>
      <a href={`/${filePath}${shown}`} target="_blank" rel="noreferrer">
        {picture ? (
          <img
            src={`/${picture.filePath}${shown}`}
            width={picture.width}
            height={picture.height}
            alt=""
            loading="lazy"
          />
        ) : (
          <Icon name="file" />
        )}
        <span>
          {formerNumber > 0 && `${toBengaliDigits(formerNumber)}. `}
          {fileName}
        </span>
      </a>
      <span className="muted">
        {t(`versions.file.${change}`, { n: toBengaliDigits(presentNumber) })}
      </span>
    </li>
  )
}

interface RestoreRowProps {
  record: RecordProps
  /** The version to return to. */
  n: number
  /** The present version, to which an undo returns. */
  present: number
}

function RestoreRow({ record, n, present }: RestoreRowProps) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const restore = useMutation({
    mutationFn: (version: number) =>
      api.restoreVersion({ params: { ...record, n: String(version) } }),
    onSuccess: (_, version) =>
      toasts.show({
        tone: 'ok',
        text: t('versions.restored'),
        records: [record.id === 'current' ? record.recordType : record.id],
        ...(version === n && {
          action: { label: t('toast.undo'), icon: 'undo', run: () => restore.mutate(present) },
        }),
      }),
    // The record, its lists and the activity change as well.
    onSettled: () => queryClient.invalidateQueries(),
  })
  return (
    <>
      <ChangeFailure change={restore} text={t('versions.failed')} />
      <div className="row">
        <Button
          look="primary"
          icon="undo"
          busy={restore.isPending}
          onClick={() => restore.mutate(n)}
        >
          {t(restore.isPending ? 'versions.restoring' : 'versions.restore')}
        </Button>
        <span className="muted">{t('versions.restore.hint')}</span>
      </div>
    </>
  )
}
