import { type ComponentPropsWithRef, type KeyboardEvent, useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'

// Not in field.tsx: the bundler would split the dashboard's first screen into eight more chunks.

interface PasswordFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'id'> {
  texts: { show: string; hide: string; capsLock: string }
}

/** A password input with a button that shows the password and a note while Caps Lock is on. */
export function PasswordField({ id, label, hint, error, texts, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const noticeCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field {...(id && { id })} label={label} hint={hint} error={error}>
      {(control) => (
        <>
          <span className="password">
            <input
              autoCapitalize="none"
              spellCheck={false}
              {...input}
              {...control}
              className="input"
              type={shown ? 'text' : 'password'}
              onKeyDown={noticeCapsLock}
              onKeyUp={noticeCapsLock}
            />
            <button
              className="btn password__eye"
              type="button"
              aria-pressed={shown}
              aria-label={shown ? texts.hide : texts.show}
              title={shown ? texts.hide : texts.show}
              onClick={() => setShown(!shown)}
            >
              <Icon name={shown ? 'lock' : 'eye'} />
            </button>
          </span>
          <span className="hint" role="status">
            {capsLock && (
              <>
                <Icon name="warn" /> {texts.capsLock}
              </>
            )}
          </span>
        </>
      )}
    </Field>
  )
}
