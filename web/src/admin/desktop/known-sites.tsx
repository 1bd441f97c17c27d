import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import type { Profile } from '@bidyaloy/shared/desktop/desktop-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { adminText } from '../admin-text.tsx'
import { forgetSchool } from './about-the-school.ts'
import { desktopAppText } from './desktop-app-text.tsx'
import { forgetSite, openSite } from './desktop-calls.ts'
import { siteName } from './site-name.ts'
import { Step } from './step.tsx'

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
    <Step title={desktopAppText('connect.known')}>
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
                    <Icon name="check" /> {desktopAppText('connect.current')}
                  </span>
                )}
                {waiting > 0 && (
                  <span className="badge badge--warn">
                    <Icon name="clock" />{' '}
                    {desktopAppText('connect.waiting', { n: toBengaliDigits(waiting) })}
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
                  aria-label={desktopAppText('connect.open.of', { site })}
                  onClick={() => opening.mutate(profile.id)}
                >
                  {desktopAppText('connect.open')}
                </Button>
                <Button
                  small
                  look="quiet"
                  icon="trash"
                  aria-label={desktopAppText('connect.forget.of', { site })}
                  onClick={() => setForgetting(profile)}
                />
              </span>
            </li>
          )
        })}
      </ul>
      {opening.isError && <Alert tone="error">{desktopAppText('connect.open.failed')}</Alert>}
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
    <Dialog title={desktopAppText('connect.forget.title')} onClose={onClose}>
      <div className="dialog__b">
        <p>{desktopAppText('connect.forget.body', { site: siteName(profile) })}</p>
        {forgetting.isError && (
          <Alert tone="error">{desktopAppText('connect.forget.failed')}</Alert>
        )}
      </div>
      <div className="dialog__f">
        <Button onClick={onClose}>{adminText('dialog.cancel')}</Button>
        <Button
          look="danger-fill"
          busy={forgetting.isPending}
          onClick={() => forgetting.mutate(profile.id)}
        >
          {desktopAppText('connect.forget.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
