import { isRenderedAsLink } from '@bidyaloy/shared/lib/markdown'
import { type ReactNode, useRef } from 'react'
import { createPortal } from 'react-dom'
import { type Resolver, useForm } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../components/dialogs.tsx'
import { type TextKey, t } from '../../t.ts'
import { BengaliTextField } from '../fields.tsx'

interface LinkDialogProps {
  /** The selected text; empty without a selection. */
  label: string
  /** The address of the link that is changed; empty for a new one. */
  href: string
  onClose: () => void
  onInsert: (label: string, href: string) => void
}

interface TypedLink {
  label: string
  href: string
}

const linkResolver: Resolver<TypedLink> = ({ label, href }) => {
  const values = { label: label.trim(), href: completeUrl(href) }
  const error = (text: TextKey) => ({ type: 'link', message: t(text) })
  const errors = {
    // Each is checked beside a valid other one.
    ...(!isRenderedAsLink(values.label, '/') && {
      label: error('form.text.linkText.wrong'),
    }),
    ...(!isRenderedAsLink('a', values.href) && { href: error('form.text.linkHref.wrong') }),
  }
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
}

/** Adds `https://` to a typed address without a protocol. */
function completeUrl(typed: string): string {
  const url = typed.trim()
  return /^[\w-]+(\.[\w-]+)+([/?#].*)?$/.test(url) ? `https://${url}` : url
}

/** Asks for the text and the address of a link. */
export function LinkDialog({ label: selected, href: present, onClose, onInsert }: LinkDialogProps) {
  const form = useForm<TypedLink>({
    defaultValues: { label: selected.replace(/\s+/g, ' ').trim(), href: present },
    resolver: linkResolver,
  })
  const { errors, isDirty } = form.formState
  // In the order in which invalid fields take the focus.
  const label = form.register('label')
  const { ref: registerHref, ...href } = form.register('href')
  const hrefInput = useRef<HTMLInputElement>(null)
  const submit = form.handleSubmit((link) => onInsert(link.label, link.href))
  // Outside the surrounding form: forms cannot be nested.
  return createPortal(
    <FormDialog
      title={t('form.text.link.title')}
      onClose={onClose}
      isDirty={isDirty}
      {...(selected && { focus: hrefInput })}
      onSubmit={(event) => {
        // React events bubble through the portal to the surrounding form.
        event.stopPropagation()
        void submit(event)
      }}
      submit={t('form.text.link.insert')}
    >
      <BengaliTextField
        label={t('form.text.linkText')}
        error={errors.label?.message}
        autoComplete="off"
        {...label}
      />
      <TextField
        label={t('form.text.linkHref')}
        error={errors.href?.message}
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
        placeholder="https://"
        {...href}
        ref={(input) => {
          registerHref(input)
          hrefInput.current = input
        }}
      />
    </FormDialog>,
    document.body,
  )
}

/** A picture that the text can show. */
export interface TextPicture {
  /** The number by which the text names it, counted from 1. */
  number: number
  name: string
  /** Proposed caption; may be empty. */
  caption: string
  image: ReactNode
}

interface PictureDialogProps {
  pictures: readonly TextPicture[]
  onClose: () => void
  onPick: (picture: TextPicture) => void
}

/** Asks which picture the text shows. */
export function PictureDialog({ pictures, onClose, onPick }: PictureDialogProps) {
  // Outside the dialog or form that contains the field.
  return createPortal(
    <Dialog title={t('form.text.picture.title')} onClose={onClose}>
      <ul className="dialog__b picturepick">
        {pictures.map((picture) => (
          <li key={picture.number}>
            <button type="button" onClick={() => onPick(picture)}>
              {picture.image}
              <span>{picture.name}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="dialog__f">
        <Button onClick={onClose}>{t('dialog.cancel')}</Button>
      </div>
    </Dialog>,
    document.body,
  )
}
