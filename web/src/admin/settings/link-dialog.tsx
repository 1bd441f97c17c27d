import { type FormEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { adminText } from '../admin-text.tsx'
import { BengaliTextField } from '../form/bengali-field.tsx'
import { fullAddress, isShownAsLink } from './mark-up.ts'
import { settingsText } from './settings-text.tsx'

interface LinkDialogProps {
  /** What was chosen in the text; empty where nothing was. */
  label: string
  onClose: () => void
  onInsert: (label: string, href: string) => void
}

/** A page of this site, by which one tells a wrong label from a wrong address. */
const ANY_PAGE = '/'

/** Asks what a link says and where it leads. */
export function LinkDialog({ label: chosen, onClose, onInsert }: LinkDialogProps) {
  const proposed = chosen.replace(/\s+/g, ' ').trim()
  const [label, setLabel] = useState(proposed)
  const [href, setHref] = useState('')
  const [tried, setTried] = useState(false)
  const labelInput = useRef<HTMLInputElement>(null)
  const hrefInput = useRef<HTMLInputElement>(null)
  const address = fullAddress(href)
  const isLabelWrong = !isShownAsLink(label.trim(), ANY_PAGE)
  const isHrefWrong = !isShownAsLink('a', address)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React hands its events on to the form around the field.
    event.stopPropagation()
    setTried(true)
    if (isLabelWrong) labelInput.current?.focus()
    else if (isHrefWrong) hrefInput.current?.focus()
    else onInsert(label.trim(), address)
  }
  // Beside the page: a form holds no form.
  return createPortal(
    <Dialog
      title={settingsText('settings.history.link.title')}
      onClose={onClose}
      isDirty={label !== proposed || href !== ''}
      focus={chosen ? hrefInput : labelInput}
    >
      <form noValidate onSubmit={submit}>
        <div className="dialog__b">
          <BengaliTextField
            label={settingsText('settings.history.linkText')}
            error={
              tried && isLabelWrong ? settingsText('settings.history.linkText.wrong') : undefined
            }
            autoComplete="off"
            value={label}
            onChange={({ target }) => setLabel(target.value)}
            ref={labelInput}
          />
          <TextField
            label={settingsText('settings.history.linkHref')}
            error={
              tried && isHrefWrong ? settingsText('settings.history.linkHref.wrong') : undefined
            }
            autoComplete="off"
            inputMode="url"
            spellCheck={false}
            placeholder="https://"
            value={href}
            onChange={({ target }) => setHref(target.value)}
            ref={hrefInput}
          />
        </div>
        <div className="dialog__f">
          <Button onClick={onClose}>{adminText('dialog.cancel')}</Button>
          <Button look="primary" type="submit">
            {settingsText('settings.history.link.insert')}
          </Button>
        </div>
      </form>
    </Dialog>,
    document.body,
  )
}
