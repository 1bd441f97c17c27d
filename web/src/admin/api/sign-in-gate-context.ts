import { createContext, useContext, useSyncExternalStore } from 'react'
import type { SignInGate } from './sign-in-gate.ts'

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
