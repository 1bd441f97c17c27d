import { ApiError } from '@bidyaloy/shared/api/api'
import type { Send } from '@bidyaloy/shared/api/http-api'
import { paths } from '@bidyaloy/shared/api/paths'
import { createContext, useContext, useSyncExternalStore } from 'react'

/** Where interrupted work waits until someone has signed in again. */
export interface SignInGate {
  /** Resolves to whether a sign-in followed. Several waiters share one question. */
  ask(): Promise<boolean>
  /** Ends the question. */
  answer(signedIn: boolean): void
  /** Notes that someone has signed in, wherever that was. */
  noteSignIn(): void
  isAsking(): boolean
  /** Whether the last question was declined: what the page reads asks no more, what it changes does. */
  wasDeclined(): boolean
  /** Calls back on every change, until the returned function is called. */
  subscribe(changed: () => void): () => void
}

/** What interrupted work needs of it. */
export type GateOfWork = Pick<SignInGate, 'ask' | 'noteSignIn' | 'wasDeclined'>

/** A gate at which nobody waits. */
export function createSignInGate(): SignInGate {
  let question: PromiseWithResolvers | null = null
  let declined = false
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const changed of listeners) changed()
  }
  return {
    ask: () => {
      if (!question) {
        question = withResolvers()
        tell()
      }
      return question.promise
    },
    answer: (signedIn) => {
      const asked = question
      question = null
      declined = !signedIn
      tell()
      asked?.resolve(signedIn)
    },
    noteSignIn: () => {
      if (!declined) return
      declined = false
      tell()
    },
    isAsking: () => question !== null,
    wasDeclined: () => declined,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

interface PromiseWithResolvers {
  promise: Promise<boolean>
  resolve: (signedIn: boolean) => void
}

/** `Promise.withResolvers` is newer than the browsers of school offices. */
function withResolvers(): PromiseWithResolvers {
  let resolve: PromiseWithResolvers['resolve'] = () => undefined
  const promise = new Promise<boolean>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** These speak about the session itself: their 401 is an answer, not an interruption. */
const OF_THE_SESSION: readonly string[] = [paths.login.path, paths.session.path, paths.logout.path]

/** Sends; where the session has ended, asks for a sign-in and sends the same request once more. */
export function resumingSend(send: Send, gate: GateOfWork): Send {
  return async (request) => {
    const answer = await send(request)
    if (request.url === paths.login.path && answer.status < 300) gate.noteSignIn()
    if (answer.status !== 401 || OF_THE_SESSION.includes(request.url)) return answer
    // The lists around a form ask by themselves: who has just said no is not asked again by them.
    if (request.method === 'GET' && gate.wasDeclined()) return answer
    const signedIn = await gate.ask()
    if (request.signal?.aborted) throw new ApiError(0, 'aborted', 'Cancelled while signing in')
    return signedIn ? send(request) : answer
  }
}

const SignInGateContext = createContext<SignInGate | null>(null)

export const SignInGateProvider = SignInGateContext.Provider

/** @throws where no provider stands above */
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
