import type { Api } from '@bidyaloy/shared/api/api'
import { NewPasskey, PasskeySignIn } from '@bidyaloy/shared/school/passkeys'
import { t } from '../t.ts'
import { ShownError } from './failure-text.ts'
import { inDesktopApp } from './in-desktop-app.ts'

/*
 * Passkeys of the browser. The library that converts their data loads with the first tap.
 */
const webAuthn = () => import('@simplewebauthn/browser')

/** Whether this page can use passkeys: browsers have them over https only, the desktop app never. */
export function canUsePasskeys(): boolean {
  return !inDesktopApp() && window.isSecureContext && 'PublicKeyCredential' in window
}

/** Signs in with a passkey. @throws ApiError, or ShownError if the browser gave none */
export async function signInWithPasskey(api: Api): Promise<void> {
  const [optionsJSON, { startAuthentication }] = await Promise.all([
    api.startPasskeySignIn(),
    webAuthn(),
  ])
  const credential = await startAuthentication({ optionsJSON }).catch(fail)
  await api.signInWithPasskey({ body: PasskeySignIn.parse({ credential }) })
  rememberPasskey()
}

/** Makes a passkey and adds it to the account. @throws as `signInWithPasskey` */
export async function addPasskey(
  api: Api,
  { name, currentPassword }: { name: string; currentPassword: string },
) {
  const [optionsJSON, { startRegistration }] = await Promise.all([
    api.startPasskey({ body: { currentPassword } }),
    webAuthn(),
  ])
  const credential = await startRegistration({ optionsJSON }).catch(fail)
  const added = await api.addPasskey({ body: NewPasskey.parse({ name, credential }) })
  rememberPasskey()
  return added
}

/** The library's errors have the name of the browser's. */
function fail(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') throw new ShownError(t('admin.passkey.known'))
  if (name === 'SecurityError') throw new ShownError(t('admin.passkey.elsewhere'))
  throw new ShownError(t('admin.passkey.cancelled'))
}

const KEY = 'passkey-used-here'

/** Whether the sign-in form offers a passkey before it asks for a password. */
export function hasUsedPasskey(): boolean {
  try {
    return canUsePasskeys() && localStorage.getItem(KEY) === 'yes'
  } catch {
    return false
  }
}

function rememberPasskey(): void {
  try {
    localStorage.setItem(KEY, 'yes')
  } catch {
    // Without storage, the form offers the passkey after the password.
  }
}
