import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import type { Profile } from '@bidyaloy/shared/desktop/desktop-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import {
  forgetSchool,
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
  /** Changes that are not sent, by the id of the profile. */
  waitingAt: Readonly<Record<string, number>>
  onOpened: () => void
}

/** The sites that the program has worked on, to go on with or to forget. */
export function KnownSites({ profiles, current, waitingAt, onOpened }: KnownSitesProps) {
  const [forgetting, setForgetting] = useState<Profile | null>(null)
  const opening = useMutation({ mutationFn: openSite, onSuccess: onOpened })
  return (
    <Step title={t('connect.known')}>
      <ul className="sites">
        {profiles.map((profile) => {
          const site = siteName(profile)
          const waiting = waitingAt[profile.id] ?? 0
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
      // Another site may be the one in use now.
      await forgetSchool(queryClient)
      onClose()
    },
  })
  return (
    <Dialog title={t('connect.forget.title')} onClose={onClose}>
      <div className="dialog__b">
        <p>{t('connect.forget.body', { site: siteName(profile) })}</p>
        {forgetting.isError && <Alert tone="error">{t('connect.forget.failed')}</Alert>}
      </div>
      <div className="dialog__f">
        <Button onClick={onClose}>{t('dialog.cancel')}</Button>
        <Button
          look="danger-fill"
          busy={forgetting.isPending}
          onClick={() => forgetting.mutate(profile.id)}
        >
          {t('connect.forget.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}

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
        <Alert tone="ok">
          <b>{t('connect.found')}</b> {siteName(tried.profile)}
        </Alert>
      )}
      {tried?.result === 'found' && tried.open && (
        <Alert tone="warn">{t('connect.line.open')}</Alert>
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
  /** Left out where the part is no step of an order. */
  number?: number
  done?: boolean
  title: string
  children: ReactNode
}

/** One part of the way to a site. */
export function Step({ number, done = false, title, children }: StepProps) {
  const id = useId()
  return (
    <section className="step" aria-labelledby={id}>
      <h2 id={id}>
        {number !== undefined && (
          <span className={done ? 'n done' : 'n'} aria-hidden="true">
            {done ? <Icon name="check" /> : toBengaliDigits(number)}
          </span>
        )}{' '}
        {title}
      </h2>
      {children}
    </section>
  )
}
