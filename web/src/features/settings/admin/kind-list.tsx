import { validationText } from '@bidyaloy/shared/api/issue-text'
import type { Kind, KindedCollection } from '@bidyaloy/shared/collections/kinds'
import { settingsCopy } from '@bidyaloy/shared/features/settings/copy'
import { MAX_KINDS } from '@bidyaloy/shared/features/settings/settings'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { ConfirmDialog } from '../../../admin/components/dialogs.tsx'
import { RowButtons, useEditableList } from '../../../admin/form/editable-list.tsx'
import { BengaliTextField } from '../../../admin/form/fields.tsx'
import { withCopy } from '../../../admin/t.ts'
import { entryStatsQuery } from '../../../collections/entry-queries.ts'
import { ListFieldset, rowTexts } from './list-fieldset.tsx'
import { kindsIn, kindsText } from './settings-values.ts'

const t = withCopy(settingsCopy)

interface KindListProps {
  collection: KindedCollection
  /** Id of the control that the error summary links to: the first invalid kind. */
  id: string
  /** The kinds as the field's value. */
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** The editable kinds of a collection, each with the number of its entries. */
export function KindList({ collection, id, value, onChange, error }: KindListProps) {
  const base = useId()
  const stats = useQuery(entryStatsQuery(useAdminApi(), collection, { state: 'all' })).data
  const kinds = kindsIn(value)
  const usesOf = ({ id: kind }: Kind) => stats?.kinds?.find((one) => one.kind === kind)?.count ?? 0
  const list = useEditableList<Kind, HTMLFieldSetElement>({
    rows: kinds,
    onChange: (next) => onChange(kindsText(next)),
    rowSelector: (index) => `li:nth-child(${index + 1})`,
    removedText: ({ name }) =>
      t('settings.links.removed', { label: name.trim() || t('settings.kinds.unnamed') }),
    movedText: (index) => t('settings.links.movedTo', { n: toBengaliDigits(index + 1) }),
  })
  const [removing, setRemoving] = useState<number | null>(null)
  const removed = removing === null ? undefined : kinds[removing]
  const firstWrong = error === undefined ? -1 : kinds.findIndex(({ name }) => !name.trim())
  return (
    <>
      <ListFieldset
        list={list}
        legend={t(`settings.kinds.${collection}`)}
        empty={t('settings.kinds.empty')}
        max={MAX_KINDS}
        isWrong={error !== undefined}
        present={kinds.map(({ name }) => name).join(', ')}
        isShort
        id={firstWrong === -1 ? id : undefined}
        error={firstWrong === -1 ? error : undefined}
        add={t('settings.kinds.add')}
        onAdd={() => list.put([...kinds, { id: newKindId(), name: '' }], kinds.length)}
        rows={kinds.map((kind, index) => {
          const nth = t('settings.kinds.nth', { n: toBengaliDigits(index + 1) })
          const uses = usesOf(kind)
          return (
            <li className="links__row" key={list.keyOf(index)}>
              <BengaliTextField
                id={index === firstWrong ? id : `${base}-${index}`}
                label={
                  <>
                    {nth}
                    {uses > 0 && (
                      <span className="optional">
                        {' '}
                        ({t('settings.kinds.uses', { n: formatNumber(uses) })})
                      </span>
                    )}
                  </>
                }
                error={
                  error !== undefined && !kind.name.trim()
                    ? validationText('valid.required').bn
                    : undefined
                }
                autoComplete="off"
                maxLength={60}
                value={kind.name}
                onChange={({ target }) => list.replace(index, { ...kind, name: target.value })}
              />
              <div className="links__acts">
                <RowButtons
                  texts={rowTexts}
                  subject={kind.name.trim() || nth}
                  isFirst={index === 0}
                  isLast={index === kinds.length - 1}
                  onTask={(task) =>
                    task === 'remove' && uses > 0 ? setRemoving(index) : list.act(index, task)
                  }
                />
              </div>
            </li>
          )
        })}
      />
      {removing !== null && removed && (
        <ConfirmDialog
          title={t('settings.kinds.remove')}
          yes={{ icon: 'trash', label: t('settings.kinds.remove') }}
          onYes={() => {
            setRemoving(null)
            list.act(removing, 'remove')
          }}
          onClose={() => setRemoving(null)}
        >
          <p className="quote">{removed.name}</p>
          <p>{t('settings.kinds.remove.used', { n: formatNumber(usesOf(removed)) })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** An id that no other kind has; entries keep it when the kind is renamed. */
function newKindId(): string {
  return `k${Math.random().toString(36).slice(2, 12)}`
}
