import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import type { Profile } from '@bidyaloy/shared/desktop/desktop-api'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ConfirmDialog } from '../components/dialogs.tsx'
import {
  clearSchoolCache,
  forgetSite,
  openSite,
  siteName,
  tryAddress,
} from '../desktop-state/desktop-api.ts'
import { withCopy } from '../t.ts'

const t = withCopy(desktopCopy)

interface KnownSitesProps {
  profiles: readonly Profile[]
  /** Id of the profile in use. */
  current: string | null
  /** The number of pending changes by profile id. */
  pending: Readonly<Record<string, number>>
  onOpened: () => void
}

/** The known sites, each with a button to open and to forget it. */
export function KnownSites({ profiles, current, pending, onOpened }: KnownSitesProps) {
  const [forgetting, setForgetting] = useState<Profile | null>(null)
  const opening = useMutation({ mutationFn: openSite, onSuccess: onOpened })
  return (
    <Step title={t('connect.known')}>
      <ul className="sites">
        {profiles.map((profile) => {
          const site = siteName(profile)
          const waiting = pending[profile.id] ?? 0
          return (
            <li key={profile.id}>
              <div>
                <b dir="auto">{site}</b>{' '}
                {profile.id === current && (
                  <span className="badge badge--ok">
                    <Icon name="check" /> {t('connect.current')}
                  </span>
                )}
                {waiting > 0 && (
                  <span className="badge badge--warn">
                    <Icon name="clock" /> {t('connect.waiting', { n: toBengaliDigits(waiting) })}
                  </span>
                )}
                <p className="hint" dir="auto">
                  {profile.address}
                </p>
              </div>
              <span className="row-actions">
                <Button
                  small
                  busy={opening.isPending && opening.variables === profile.id}
                  aria-label={t('connect.open.of', { site })}
                  onClick={() => opening.mutate(profile.id)}
                >
                  {t('connect.open')}
                </Button>
                <Button
                  small
                  look="quiet"
                  icon="trash"
                  aria-label={t('connect.forget.of', { site })}
                  onClick={() => setForgetting(profile)}
                />
              </span>
            </li>
          )
        })}
      </ul>
      {opening.isError && <Alert tone="error">{t('connect.open.failed')}</Alert>}
      {forgetting && <ForgetDialog profile={forgetting} onClose={() => setForgetting(null)} />}
    </Step>
  )
}

function ForgetDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const queryClient = useQueryClient()
  const forgetting = useMutation({
    mutationFn: forgetSite,
    onSuccess: async () => {
      // The current site may have changed.
      await clearSchoolCache(queryClient)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('connect.forget.title')}
      yes={{ label: t('connect.forget.confirm'), busy: forgetting.isPending }}
      no={t('dialog.cancel')}
      onYes={() => forgetting.mutate(profile.id)}
      onClose={onClose}
    >
      <p>{t('connect.forget.body', { site: siteName(profile) })}</p>
      {forgetting.isError && <Alert tone="error">{t('connect.forget.failed')}</Alert>}
    </ConfirmDialog>
  )
}

interface AddressFormProps {
  onFound: (profile: Profile) => void
  /** Called when the address is edited after a try. */
  onChange: () => void
}

/** Asks for the site's address and shows what was found there. */
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
        label={<Bilingual {...t.pair('connect.address')} />}
        hint={t('connect.address.hint')}
        error={tried?.result === 'refused' ? t(`connect.refused.${tried.reason}`) : undefined}
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
              {t(trying.isPending ? 'connect.checking' : 'connect.check')}
            </Button>
          </div>
        )}
      </Field>
      {tried?.result === 'found' && (
        <>
          <Alert tone="ok">
            <b>{t('connect.found')}</b> {siteName(tried.profile)}
          </Alert>
          {tried.open && <Alert tone="warn">{t('connect.insecure')}</Alert>}
        </>
      )}
      {tried?.result === 'other-key' && (
        <Alert tone="error">
          <p>{t('connect.otherKey')}</p>
          <Button
            busy={trying.isPending}
            onClick={() => trying.mutate({ address: tried.address, acceptKey: tried.key })}
          >
            {t('connect.otherKey.accept')}
          </Button>
        </Alert>
      )}
      {trying.isError && <Alert tone="error">{t('connect.failed')}</Alert>}
    </form>
  )
}

interface StepProps {
  /** Omitted outside a numbered order. */
  number?: number
  done?: boolean
  title: string
  children: ReactNode
}

/** A section of the connect screen. */
export function Step({ number, done = false, title, children }: StepProps) {
  const id = useId()
  return (
    <section className="step" aria-labelledby={id}>
      <h2 id={id}>
        {number !== undefined && (
          <span className={done ? 'n is-done' : 'n'} aria-hidden="true">
            {done ? <Icon name="check" /> : toBengaliDigits(number)}
          </span>
        )}{' '}
        {title}
      </h2>
      {children}
    </section>
  )
}
