import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { sessionQuery } from '../api/session.ts'
import type { SignInGate } from '../api/sign-in-gate.ts'
import { t } from '../t.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Opens over the page when the session has ended, so that interrupted work can continue. */
export function SignInDialog({ gate }: { gate: SignInGate }) {
  const api = useAdminApi()
  const asking = useSyncExternalStore(gate.subscribe, gate.isAsking)
  const { data: session } = useQuery({ ...sessionQuery(api), enabled: false })
  const queryClient = useQueryClient()
  if (!asking) return null
  const signedIn = () => {
    gate.reply(true)
    // Reads that failed meanwhile are repeated.
    void queryClient.invalidateQueries({ predicate: ({ state }) => state.error !== null })
  }
  const cancel = () => gate.reply(false)
  return (
    <Dialog title={t('admin.login.expired.title')} onClose={cancel}>
      <SignInForm {...(session && { username: session.username })} onSignedIn={signedIn}>
        {({ fields, submit }) => (
          <>
            <div className="dialog__b">
              <p>{t('admin.login.expired.kept')}</p>
              {fields}
            </div>
            <div className="dialog__f">
              <Button onClick={cancel}>{t('dialog.cancel')}</Button>
              {submit}
            </div>
          </>
        )}
      </SignInForm>
    </Dialog>
  )
}
