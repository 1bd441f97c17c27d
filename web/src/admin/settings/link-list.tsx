import { validationText } from '@bidyaloy/shared/api/issue-text'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { type SettingsTextKey, settingsCopy } from '@bidyaloy/shared/copy/settings-copy'
import type { SiteLink } from '@bidyaloy/shared/school/site-settings'
import { useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { BengaliTextField } from '../form/fields.tsx'
import { insertedAt, removedAt, replacedAt } from '../form/list-order.ts'
import { withCopy } from '../t.ts'
import {
  type LinkSetting,
  linksIn,
  linksText,
  type TypedLink,
  wrongInLink,
} from './settings-values.ts'

const t = withCopy(settingsCopy)

/** As many as the contract takes. */
const MAX_LINKS = 50

interface LinkListProps {
  setting: LinkSetting
  /** Of what an error summary leads to: the first link that is wrong. */
  id: string
  /** The links as the text of one field. */
  value: string
  onChange: (value: string) => void
  error: string | undefined
  /** Said where there is no link. */
  empty: SettingsTextKey
  /** What visitors see as long as there is no link of the school's own. */
  standard?: readonly SiteLink[]
}

/** A list of links: added, put in order, taken away and taken back. */
export function LinkList({
  setting,
  id,
  value,
  onChange,
  error,
  empty,
  standard = [],
}: LinkListProps) {
  const base = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  // Rows have no names: when their order changes they are made anew.
  const [order, setOrder] = useState(0)
  const [removed, setRemoved] = useState<{ link: TypedLink; index: number } | null>(null)
  const [said, setSaid] = useState('')
  const links = linksIn(value)
  const faults = links.map((link) => (error ? wrongInLink(link) : {}))
  const firstWrong = faults.findIndex(({ label, href }) => label ?? href)

  const change = (next: readonly TypedLink[], focus: string) => {
    onChange(linksText(next))
    setOrder(order + 1)
    // What is to have the focus is drawn with the next frame.
    requestAnimationFrame(() =>
      (box.current?.querySelector<HTMLElement>(focus) ?? box.current)?.focus(),
    )
  }
  const put = (next: readonly TypedLink[], focused: number) => {
    setRemoved(null)
    change(next, `li:nth-child(${focused}) input`)
  }
  const add = () => {
    // Added to what visitors see: a first link of the school's own takes none away.
    const shown = links.length === 0 ? standard : links
    put([...shown, { label: '', href: '' }], shown.length + 1)
  }
  const act = (index: number, task: LinkTask) => {
    const link = links[index]
    if (!link) return
    const others = removedAt(links, index)
    if (task === 'remove') {
      setSaid('')
      setRemoved({ link, index })
      const next =
        others.length === 0 ? '[data-add]' : rowButton(Math.min(index, others.length - 1), task)
      change(others, next)
      return
    }
    const to = task === 'up' ? index - 1 : index + 1
    setSaid(t('settings.links.movedTo', { n: toBengaliDigits(to + 1) }))
    // At the end of the way the button goes; the one back stays.
    const isAtEnd = to === 0 || to === links.length - 1
    const other = task === 'up' ? 'down' : 'up'
    change(insertedAt(others, to, link), rowButton(to, isAtEnd ? other : task))
  }
  const takeBack = () => {
    if (!removed) return
    setRemoved(null)
    change(insertedAt(links, removed.index, removed.link), rowButton(removed.index, 'remove'))
  }

  return (
    <fieldset className="links" ref={box} tabIndex={-1}>
      <legend>{t(`settings.${setting}`)}</legend>
      {links.length === 0 && (
        <p className="hint">
          {standard.length > 0
            ? t('settings.links.standard', { n: formatNumber(standard.length) })
            : t(empty)}
        </p>
      )}
      {links.length > 0 && (
        <ol className="links__list">
          {links.map((link, index) => (
            <LinkRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the order is part of the key
              key={`${order}-${index}`}
              id={index === firstWrong ? id : `${base}-${index}`}
              link={link}
              place={index}
              isLast={index === links.length - 1}
              wrong={faults[index] ?? {}}
              onChange={(changed) => onChange(linksText(replacedAt(links, index, changed)))}
              onTask={(task) => act(index, task)}
            />
          ))}
        </ol>
      )}
      {error && firstWrong === -1 && <FieldError text={error} />}
      <div className="row" role="status">
        {removed && (
          <>
            <span>
              {removed.link.label.trim()
                ? t('settings.links.removed', { label: removed.link.label })
                : t('settings.links.removed.unnamed')}
            </span>
            <Button small icon="undo" onClick={takeBack}>
              {t('toast.undo')}
            </Button>
          </>
        )}
        <span className="vh">{said}</span>
      </div>
      <div className="row">
        <Button
          small
          icon="plus"
          data-add
          {...(firstWrong === -1 && { id })}
          disabled={links.length >= MAX_LINKS}
          onClick={add}
        >
          {t('settings.links.add')}
          <span className="vh">: {t(`settings.${setting}`)}</span>
        </Button>
        {links.length === 0 && standard.length > 0 && (
          <Button small look="quiet" icon="download" onClick={() => put(standard, 1)}>
            {t('settings.links.takeStandard')}
          </Button>
        )}
        {links.length >= MAX_LINKS && (
          <p className="hint">{validationText('valid.max', { max: MAX_LINKS }).bn}</p>
        )}
      </div>
    </fieldset>
  )
}

const rowButton = (index: number, task: LinkTask) =>
  `li:nth-child(${index + 1}) [data-task="${task}"]`

type LinkTask = 'up' | 'down' | 'remove'

interface LinkRowProps {
  /** Of the control that is wrong, else of the first. */
  id: string
  link: TypedLink
  /** 0 is the first. */
  place: number
  isLast: boolean
  wrong: Partial<Record<keyof TypedLink, string>>
  onChange: (link: TypedLink) => void
  onTask: (task: LinkTask) => void
}

/** One link of a list: what it says, where it leads, and its place. */
function LinkRow({ id, link, place, isLast, wrong, onChange, onTask }: LinkRowProps) {
  const nth = t('settings.links.nth', { n: toBengaliDigits(place + 1) })
  const of = <span className="vh">: {link.label.trim() || nth}</span>
  const isAddressWrong = wrong.href !== undefined && wrong.label === undefined
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
        error={wrong.label}
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
        error={wrong.href}
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
        placeholder="https://"
        value={link.href}
        onChange={({ target }) => onChange({ ...link, href: target.value })}
      />
      <div className="links__acts">
        <Button
          small
          icon="down"
          data-task="up"
          title={t('settings.links.up')}
          disabled={place === 0}
          onClick={() => onTask('up')}
        >
          <span className="vh">{t('settings.links.up')}</span>
          {of}
        </Button>
        <Button
          small
          icon="down"
          data-task="down"
          title={t('settings.links.down')}
          disabled={isLast}
          onClick={() => onTask('down')}
        >
          <span className="vh">{t('settings.links.down')}</span>
          {of}
        </Button>
        <Button
          small
          look="danger"
          icon="trash"
          data-task="remove"
          title={t('settings.links.remove')}
          onClick={() => onTask('remove')}
        >
          <span className="vh">{t('settings.links.remove')}</span>
          {of}
        </Button>
      </div>
    </li>
  )
}
