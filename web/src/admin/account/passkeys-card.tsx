import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import { formatDate, formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import { PasswordConfirmation } from '@bidyaloy/shared/school/admin-session'
import { deviceName } from '@bidyaloy/shared/school/device-name'
import type { Factors, RecoveryCodes } from '@bidyaloy/shared/school/factors'
import { type Passkey, PasskeyForm } from '@bidyaloy/shared/school/passkeys'
import { useId, useRef, useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { addPasskey, canUsePasskeys } from '../api/passkeys.ts'
import { useFocusAfterRemoval } from '../components/focus.ts'
import { QueryState } from '../components/query-state.tsx'
import { RecordItem, RecordList } from '../components/record-list.tsx'
import { contractResolver } from '../form/contract-resolver.ts'
import { PasswordDialog } from '../form/password-dialog.tsx'
import { withCopy } from '../t.ts'
import type { FactorCardProps } from './factor-card-props.ts'

const t = withCopy(accountCopy)

const resolver = contractResolver(PasskeyForm)

/** The user's passkeys: signing in by the phone's finger, face or PIN. */
export function PasskeysCard({ query, onChanged }: FactorCardProps) {
  const headId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const { passkeys = [], totp } = query.data ?? {}
  const focusAfter = useFocusAfterRemoval(
    passkeys.map(({ _id }) => _id),
    list,
    heading,
  )
  return (
    <section className="card stack account" aria-labelledby={headId}>
      <h2 id={headId} tabIndex={-1} ref={heading}>
        {t('passkeys.title')}
      </h2>
      <p className="hint">{t('passkeys.lead')}</p>
      <QueryState
        query={query}
        texts={{ loading: t('passkeys.loading'), error: t('passkeys.error') }}
      >
        {(factors) => (
          <>
            {passkeys.length > 0 ? (
              <RecordList ref={list}>
                {passkeys.map((passkey) => (
                  <PasskeyItem
                    key={passkey._id}
                    passkey={passkey}
                    onRemove={() => setRemoving(passkey)}
                  />
                ))}
              </RecordList>
            ) : (
              <p className="muted">{t('passkeys.none')}</p>
            )}
            <AddButton factors={factors} onAdd={() => setAdding(true)} />
          </>
        )}
      </QueryState>
      {adding && (
        <AddDialog
          onClose={() => setAdding(false)}
          onAdded={(name, { codes }) => {
            setAdding(false)
            onChanged(
              t(codes.length > 0 ? 'passkeys.added.first' : 'passkeys.added', { name }),
              codes,
            )
          }}
        />
      )}
      {removing && (
        <RemoveDialog
          passkey={removing}
          isLast={passkeys.length === 1 && !totp}
          onClose={() => setRemoving(null)}
          onRemoved={() => {
            const index = passkeys.findIndex(({ _id }) => _id === removing._id)
            focusAfter({ id: removing._id, index })
            setRemoving(null)
            onChanged(t('passkeys.removed', { name: removing.name }))
          }}
        />
      )}
    </section>
  )
}

function PasskeyItem({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <RecordItem
      name={name}
      facts={[
        t('passkeys.since', { date: formatDate(createdAt) }),
        lastUsedAt
          ? t('passkeys.used', { moment: formatDateTime(lastUsedAt) })
          : t('passkeys.unused'),
      ]}
    >
      <Button small look="danger" icon="trash" onClick={onRemove}>
        {t('passkeys.remove')}
        <span className="vh">: {name}</span>
      </Button>
    </RecordItem>
  )
}

/** Shows the button that adds a passkey, or the reason why this browser cannot. */
function AddButton({ factors, onAdd }: { factors: Factors; onAdd: () => void }) {
  const [isCopied, setIsCopied] = useState(false)
  const why = obstacle(factors)
  if (why === t('passkeys.noOrigin')) {
    return (
      <div>
        <p>{why}</p>
        <Button
          small
          icon="file"
          onClick={() => setIsCopied(copyText(t('passkeys.noOrigin.message')))}
        >
          {t('passkeys.noOrigin.copy')}
        </Button>{' '}
        <span role="status">{isCopied && t('secret.copied')}</span>
      </div>
    )
  }
  if (why) return <p>{why}</p>
  return (
    <div>
      <Button icon="plus" onClick={onAdd}>
        {t('passkeys.add')}
      </Button>
    </div>
  )
}

function obstacle({ passkeyOrigin: origin }: Factors): string | null {
  if (inDesktopApp()) return t('passkeys.inApp')
  if (!origin) return t('passkeys.noOrigin')
  if (origin !== location.origin) return t('passkeys.elsewhere', { origin })
  return canUsePasskeys() ? null : t('passkeys.unsupported')
}

interface AddDialogProps {
  onClose: () => void
  onAdded: (name: string, codes: RecoveryCodes) => void
}

function AddDialog({ onClose, onAdded }: AddDialogProps) {
  const api = useAdminApi()
  return (
    <PasswordDialog
      title={t('passkeys.add.title')}
      lead={t('passkeys.add.lead')}
      submit={t('passkeys.add.submit')}
      failed={t('passkeys.add.failed')}
      blank={{ name: deviceName(navigator.userAgent) }}
      resolver={resolver}
      fields={(field) => (
        <TextField
          label={t('passkeys.name')}
          hint={t('passkeys.name.hint')}
          required
          {...field('name')}
        />
      )}
      send={async (values) => {
        const form = PasskeyForm.parse(values)
        return { name: form.name, made: await addPasskey(api, form) }
      }}
      onSent={({ name, made }) => onAdded(name, made)}
      onClose={onClose}
    />
  )
}

interface RemoveDialogProps {
  passkey: Passkey
  /** Whether the password alone is enough afterwards. */
  isLast: boolean
  onClose: () => void
  onRemoved: () => void
}

function RemoveDialog({ passkey, isLast, onClose, onRemoved }: RemoveDialogProps) {
  const api = useAdminApi()
  const { _id: id, name } = passkey
  return (
    <PasswordDialog
      title={t('passkeys.remove.title')}
      lead={t(isLast ? 'passkeys.remove.last' : 'passkeys.remove.lead', { name })}
      submit={t('passkeys.remove')}
      failed={t('admins.change.failed')}
      look="danger-fill"
      send={(values) =>
        api.removePasskey({ params: { id }, body: PasswordConfirmation.parse(values) })
      }
      onSent={onRemoved}
      onClose={onClose}
    />
  )
}
