import { ApiError } from '@bidyaloy/shared/api/api'
import type { IncomingResponse, Send } from '@bidyaloy/shared/api/http-api'
import { paths } from '@bidyaloy/shared/api/paths'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { createListeners } from '../../lib/listeners.ts'

/** Asks for a new sign-in when the session has ended, while interrupted requests wait. */
export interface SignInGate {
  /** Resolves to whether the user signed in. Concurrent callers share one question. */
  ask(): Promise<boolean>
  /** Replies to the question. */
  reply(signedIn: boolean): void
  /** Records a sign-in, whether or not the gate asked for it. */
  noteSignIn(): void
  /** The number of sign-ins so far. */
  signIns(): number
  isAsking(): boolean
  /** Whether the last question was declined. Until the next sign-in, only changes ask again. */
  wasDeclined(): boolean
  /** Calls `changed` on every change, until the returned function is called. */
  subscribe(changed: () => void): () => void
}

export function createSignInGate(): SignInGate {
  let waiting: ((signedIn: boolean) => void)[] = []
  let declined = false
  let signIns = 0
  const { subscribe, notify } = createListeners()
  return {
    ask: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        if (waiting.length === 1) notify()
      }),
    reply: (signedIn) => {
      const asked = waiting
      waiting = []
      declined = !signedIn
      if (signedIn) signIns += 1
      notify()
      for (const resolve of asked) resolve(signedIn)
    },
    noteSignIn: () => {
      signIns += 1
      if (!declined) return
      declined = false
      notify()
    },
    signIns: () => signIns,
    isAsking: () => waiting.length > 0,
    wasDeclined: () => declined,
    subscribe,
  }
}

/** A 401 from these paths is a statement about the session, not an interruption. */
const SESSION_PATHS: readonly string[] = [
  paths.login.path,
  paths.signInWithPasskey.path,
  paths.session.path,
  paths.logout.path,
]
const SIGN_IN_PATHS: readonly string[] = [paths.login.path, paths.signInWithPasskey.path]

/**
 * On a 401, asks for a sign-in and sends the same request again. It does not ask if the user has
 * signed in since the request was sent.
 */
export function resumingSend(send: Send, gate: SignInGate): Send {
  return async (request) => {
    const isInterrupted = ({ status }: IncomingResponse) =>
      status === 401 && !SESSION_PATHS.includes(request.url)
    const signInsBefore = gate.signIns()
    let response = await send(request)
    if (SIGN_IN_PATHS.includes(request.url) && response.status < 300) gate.noteSignIn()
    if (isInterrupted(response) && gate.signIns() > signInsBefore) response = await send(request)
    if (!isInterrupted(response)) return response
    // Lists refetch by themselves and must not repeat a question that was declined.
    if (request.method === 'GET' && gate.wasDeclined()) return response
    const signedIn = await gate.ask()
    if (request.signal?.aborted) throw new ApiError(0, 'aborted', 'Cancelled while signing in')
    return signedIn ? send(request) : response
  }
}

const SignInGateContext = createContext<SignInGate | null>(null)

export const SignInGateProvider = SignInGateContext.Provider

/** @throws Error without a provider */
export function useSignInGate(): SignInGate {
  const gate = useContext(SignInGateContext)
  if (!gate) throw new Error('No SignInGateProvider above this component')
  return gate
}

/** Whether the last question for a sign-in was declined. */
export function useSignInDeclined(): boolean {
  const gate = useSignInGate()
  return useSyncExternalStore(gate.subscribe, gate.wasDeclined)
}
