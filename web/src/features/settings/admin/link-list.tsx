import { settingsCopy } from '@bidyaloy/shared/features/settings/copy'
import type { SiteLink } from '@bidyaloy/shared/features/settings/settings'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useId } from 'react'
import { RowButtons, type RowTask, useEditableList } from '../../../admin/form/editable-list.tsx'
import { BengaliTextField } from '../../../admin/form/fields.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { ListFieldset, rowTexts } from './list-fieldset.tsx'
import type { LinkSetting } from './settings-sections.ts'
import { linkErrors, linksIn, linksText, type TypedLink } from './settings-values.ts'

const t = withCopy(settingsCopy)

/** The limit of the API. */
const MAX_LINKS = 50

interface LinkListProps {
  setting: LinkSetting
  /** Id of the control that the error summary links to: the first invalid link. */
  id: string
  /** The links as the field's value. */
  value: string
  onChange: (value: string) => void
  error: string | undefined
  /** The links that visitors see while the school has none of its own. */
  standard: readonly SiteLink[]
}

/** An editable list of links. */
export function LinkList({ setting, id, value, onChange, error, standard }: LinkListProps) {
  const base = useId()
  const links = linksIn(value)
  const list = useEditableList<TypedLink, HTMLFieldSetElement>({
    rows: links,
    onChange: (next) => onChange(linksText(next)),
    rowSelector: (index) => `li:nth-child(${index + 1})`,
    removedText: ({ label }) =>
      label.trim() ? t('settings.links.removed', { label }) : t('settings.links.removed.unnamed'),
    movedText: (index) => t('settings.links.movedTo', { n: toBengaliDigits(index + 1) }),
  })
  const errors = links.map((link) => (error ? linkErrors(link) : {}))
  const firstWrong = errors.findIndex(({ label, href }) => label ?? href)
  const add = () => {
    // The first link is added below the standard ones, which visitors see until then.
    const shown = links.length === 0 ? standard : links
    list.put([...shown, { label: '', href: '' }], shown.length)
  }

  return (
    <ListFieldset
      list={list}
      legend={t(`settings.${setting}`)}
      empty={
        standard.length > 0
          ? t('settings.links.standard', { n: formatNumber(standard.length) })
          : t(setting.startsWith('menus.') ? 'settings.links.empty.menu' : 'settings.links.empty')
      }
      max={MAX_LINKS}
      isWrong={error !== undefined}
      present={(links.length > 0 ? links : standard).map(({ label }) => label).join(', ')}
      id={firstWrong === -1 ? id : undefined}
      error={firstWrong === -1 ? error : undefined}
      add={t('settings.links.add')}
      onAdd={add}
      rows={links.map((link, index) => (
        <LinkRow
          key={list.keyOf(index)}
          id={index === firstWrong ? id : `${base}-${index}`}
          link={link}
          index={index}
          isLast={index === links.length - 1}
          errors={errors[index] ?? {}}
          onChange={(changed) => list.replace(index, changed)}
          onTask={(task) => list.act(index, task)}
        />
      ))}
    >
      {links.length === 0 && standard.length > 0 && (
        <Button small look="quiet" icon="download" onClick={() => list.put(standard, 0)}>
          {t('settings.links.takeStandard')}
        </Button>
      )}
    </ListFieldset>
  )
}

interface LinkRowProps {
  /** Id of the first invalid control, else of the first control. */
  id: string
  link: TypedLink
  index: number
  isLast: boolean
  errors: Partial<Record<keyof TypedLink, string>>
  onChange: (link: TypedLink) => void
  onTask: (task: RowTask) => void
}

/** The text, address and row buttons of a link. */
function LinkRow({ id, link, index, isLast, errors, onChange, onTask }: LinkRowProps) {
  const nth = t('settings.links.nth', { n: toBengaliDigits(index + 1) })
  const isAddressWrong = errors.href !== undefined && errors.label === undefined
  return (
    <li className="links__row">
      <BengaliTextField
        id={isAddressWrong ? `${id}-label` : id}
        label={
          <>
            <span className="vh">{nth}: </span>
            {t('settings.links.label')}
          </>
        }
        error={errors.label}
        autoComplete="off"
        value={link.label}
        onChange={({ target }) => onChange({ ...link, label: target.value })}
      />
      <TextField
        id={isAddressWrong ? id : `${id}-href`}
        label={
          <>
            <span className="vh">{nth}: </span>
            {t('settings.links.href')}
          </>
        }
        error={errors.href}
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
        placeholder="https://"
        value={link.href}
        onChange={({ target }) => onChange({ ...link, href: target.value })}
      />
      <div className="links__acts">
        <RowButtons
          texts={rowTexts}
          subject={link.label.trim() || nth}
          isFirst={index === 0}
          isLast={isLast}
          onTask={onTask}
        />
      </div>
    </li>
  )
}
