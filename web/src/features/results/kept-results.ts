import type { OpenedResult } from '@bidyaloy/shared/features/results/opened-result'
import { useSyncExternalStore } from 'react'

/*
 * Results that stay on this phone because their girl asked for it: in the storage of the browser, shown
 * by the page of results also without a connection. The server and the service worker have none of them.
 */

const KEY = 'results'
/** A phone of a family has those of few girls; more is a mistake. */
const MAX_KEPT = 20

const listeners = new Set<() => void>()
let known: { text: string | null; results: readonly OpenedResult[] } = { text: null, results: [] }
const NONE: readonly OpenedResult[] = []

const isResult = (one: unknown): one is OpenedResult =>
  typeof one === 'object' &&
  one !== null &&
  'exam' in one &&
  'name' in one &&
  typeof one.name === 'string' &&
  'marks' in one &&
  Array.isArray(one.marks)

function read(): readonly OpenedResult[] {
  try {
    const text = localStorage.getItem(KEY)
    if (text === known.text) return known.results
    const stored: unknown = JSON.parse(text ?? '[]')
    known = { text, results: Array.isArray(stored) ? stored.filter(isResult) : [] }
    return known.results
  } catch {
    // The browser denies storage, or somebody else wrote it.
    return NONE
  }
}

function write(results: readonly OpenedResult[]): boolean {
  try {
    if (results.length > 0) localStorage.setItem(KEY, JSON.stringify(results))
    else localStorage.removeItem(KEY)
  } catch {
    return false
  }
  for (const tell of listeners) tell()
  return true
}

/** Whether both are of the same girl and examination. */
export const isSame = (a: OpenedResult, b: OpenedResult): boolean => keyOf(a) === keyOf(b)

export const keyOf = ({ exam, className, shift, section, roll }: OpenedResult): string =>
  [exam, className, shift, section, roll].join(' ')

/** Keeps a result on this phone. @returns false if the browser denies it */
export const keepResult = (result: OpenedResult): boolean =>
  write([result, ...read().filter((one) => !isSame(one, result))].slice(0, MAX_KEPT))

export const removeResult = (result: OpenedResult): boolean =>
  write(read().filter((one) => !isSame(one, result)))

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  addEventListener('storage', tell)
  return () => {
    listeners.delete(tell)
    removeEventListener('storage', tell)
  }
}

/** Returns what is on this phone. */
export const useKeptResults = (): readonly OpenedResult[] =>
  useSyncExternalStore(subscribe, read, () => NONE)
