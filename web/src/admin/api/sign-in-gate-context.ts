import { createContext, useContext } from 'react'
import type { SignInGate } from './sign-in-gate.ts'

const SignInGateContext = createContext<SignInGate | null>(null)

export const SignInGateProvider = SignInGateContext.Provider

export function useSignInGate(): SignInGate {
  const gate = useContext(SignInGateContext)
  if (!gate) throw new Error('No SignInGateProvider above this component')
  return gate
}
