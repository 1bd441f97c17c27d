import type { Profile } from '@bidyaloy/shared/desktop/desktop-api'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { DesktopAppText, desktopAppText } from './desktop-app-text.tsx'
import { tryAddress } from './desktop-calls.ts'
import { siteName } from './site-name.ts'

interface AddressFormProps {
  onFound: (profile: Profile) => void
  /** The address is being written anew: what was found before counts no more. */
  onChange: () => void
}

/** Asks for an address and says what answers there. */
export function AddressForm({ onFound, onChange }: AddressFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const trying = useMutation({
    mutationFn: tryAddress,
    onSuccess: (tried) => {
      if (tried.result === 'found') onFound(tried.profile)
      else if (tried.result === 'refused') input.current?.focus()
    },
  })
  const tried = trying.data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = input.current?.value.trim() ?? ''
    if (address === '') input.current?.focus()
    else if (!trying.isPending) trying.mutate({ address })
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <Field
        label={<DesktopAppText id="connect.address" />}
        hint={desktopAppText('connect.address.hint')}
        error={
          tried?.result === 'refused'
            ? desktopAppText(`connect.refused.${tried.reason}`)
            : undefined
        }
      >
        {(control) => (
          <div className="connect__site">
            <input
              {...control}
              className="input"
              type="text"
              inputMode="url"
              dir="ltr"
              autoComplete="url"
              autoCapitalize="none"
              spellCheck={false}
              required
              ref={input}
              onChange={() => {
                if (trying.isIdle) return
                trying.reset()
                onChange()
              }}
            />
            <Button type="submit" busy={trying.isPending}>
              {desktopAppText(trying.isPending ? 'connect.checking' : 'connect.check')}
            </Button>
          </div>
        )}
      </Field>
      {tried?.result === 'found' && (
        <Alert tone="ok">
          <b>{desktopAppText('connect.found')}</b> {siteName(tried.profile)}
        </Alert>
      )}
      {tried?.result === 'found' && tried.open && (
        <Alert tone="warn">{desktopAppText('connect.line.open')}</Alert>
      )}
      {tried?.result === 'other-key' && (
        <Alert tone="error">
          <p>{desktopAppText('connect.otherKey')}</p>
          <Button
            busy={trying.isPending}
            onClick={() => trying.mutate({ address: tried.address, acceptKey: tried.key })}
          >
            {desktopAppText('connect.otherKey.accept')}
          </Button>
        </Alert>
      )}
      {trying.isError && <Alert tone="error">{desktopAppText('connect.failed')}</Alert>}
    </form>
  )
}
