import type { PreviewItem } from '@bidyaloy/shared/features/move-in/move-in'
import { formatDays } from '@bidyaloy/shared/lib/bengali/days'
import { useQuery } from '@tanstack/react-query'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { focusOnMount } from '../../../admin/components/focus.ts'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { RichText } from '../../../school/rich-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { previewQuery } from './move-queries.ts'
import { t } from './texts.ts'
import '../../../styles/prose.css'

/** The first items as visitors will see them. */
export function Preview({ id }: { id: string }) {
  const query = useQuery(previewQuery(useAdminApi(), id))
  return (
    <section className="card stack" aria-labelledby="move-in-preview">
      <h2 className="movein__step" id="move-in-preview" tabIndex={-1} ref={focusOnMount}>
        {t('moveIn.preview.title')}
      </h2>
      <p className="hint">{t('moveIn.preview.lead')}</p>
      <QueryState
        query={query}
        bare
        texts={{
          loading: t('moveIn.preview.loading'),
          error: t('moveIn.preview.error'),
          empty: t('moveIn.items.none'),
        }}
      >
        {(items) => items.map((item) => <PreviewedItem key={item.n} item={item} />)}
      </QueryState>
    </section>
  )
}

function PreviewedItem({ item }: { item: PreviewItem }) {
  const { title, day, collection, category, isDraft, isRead, body, fileNames, leftOut } = item
  const marks = [
    t(`moveIn.kind.${collection}`),
    category,
    day ? formatDays(day) : t('moveIn.preview.noDay'),
    isDraft && t('moveIn.preview.draft'),
  ].filter(Boolean)
  return (
    <article className="preview3">
      <h3>{title || t('moveIn.items.untitled')}</h3>
      <p className="meta">
        {marks.map((mark) => (
          <span key={String(mark)}>{mark}</span>
        ))}
      </p>
      {body && (
        <div className="prose">
          <RichText
            text={body}
            heading="h3"
            picture={(n, description) => (
              <FileName name={fileNames[n - 1] ?? description} isPicture />
            )}
          />
        </div>
      )}
      {!isRead && <p className="hint">{t('moveIn.preview.notRead')}</p>}
      {isRead && !body && fileNames.length > 0 && (
        <p className="hint">{t('moveIn.preview.noText')}</p>
      )}
      {fileNames.map((name) => (
        <FileName key={name} name={name} />
      ))}
      {leftOut.length > 0 && (
        <p className="hint">
          <b>{t('moveIn.preview.notes')}:</b>{' '}
          {leftOut
            .map(({ what, name }) => [t(`moveIn.leftOut.${what}`), name].filter(Boolean).join(' '))
            .join('; ')}
        </p>
      )}
    </article>
  )
}

function FileName({ name, isPicture = false }: { name: string; isPicture?: boolean }) {
  return (
    <p className="filename3">
      <Icon name={isPicture ? 'image' : 'file'} /> <bdi>{name}</bdi>
    </p>
  )
}
