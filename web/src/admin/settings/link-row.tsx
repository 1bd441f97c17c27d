import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { BengaliTextField } from '../form/bengali-field.tsx'
import { settingsText } from './settings-text.tsx'
import type { TypedLink } from './settings-values.ts'

export type LinkTask = 'up' | 'down' | 'remove'

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
export function LinkRow({ id, link, place, isLast, wrong, onChange, onTask }: LinkRowProps) {
  const nth = settingsText('settings.links.nth', { n: toBengaliDigits(place + 1) })
  const of = <span className="vh">: {link.label.trim() || nth}</span>
  const isAddressWrong = wrong.href !== undefined && wrong.label === undefined
  return (
    <li className="links__row">
      <BengaliTextField
        id={isAddressWrong ? `${id}-label` : id}
        label={
          <>
            <span className="vh">{nth}: </span>
            {settingsText('settings.links.label')}
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
            {settingsText('settings.links.href')}
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
          title={settingsText('settings.links.up')}
          disabled={place === 0}
          onClick={() => onTask('up')}
        >
          <span className="vh">{settingsText('settings.links.up')}</span>
          {of}
        </Button>
        <Button
          small
          icon="down"
          data-task="down"
          title={settingsText('settings.links.down')}
          disabled={isLast}
          onClick={() => onTask('down')}
        >
          <span className="vh">{settingsText('settings.links.down')}</span>
          {of}
        </Button>
        <Button
          small
          look="danger"
          icon="trash"
          data-task="remove"
          title={settingsText('settings.links.remove')}
          onClick={() => onTask('remove')}
        >
          <span className="vh">{settingsText('settings.links.remove')}</span>
          {of}
        </Button>
      </div>
    </li>
  )
}
