import type { ReadApi } from '@bidyaloy/shared/api/api'
import { createContext, useContext, useEffect, useState } from 'react'

/* Context of a page, on the server and in the browser: the API, the date and the site's address. */

const ReadApiContext = createContext<ReadApi | null>(null)

export const ReadApiProvider = ReadApiContext.Provider

/** Returns the read API: over HTTP in the browser, in process on the server. */
export function useReadApi(): ReadApi {
  const api = useContext(ReadApiContext)
  if (!api) throw new Error('No ReadApiProvider above this component')
  return api
}

/** Maps a 404 response to null. */
export async function orNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 404) return null
    throw error
  }
}

/**
 * The date for which a page is rendered, ready to print. The server sets it: a browser whose clock
 * differs must hydrate the same text.
 */
export interface Today {
  /** `YYYY-MM-DD` in Dhaka. */
  iso: string
  /** «শনিবার» */
  weekday: string
  /** «২১ নভেম্বর ২০২৬» */
  date: string
  /** «৬ অগ্রহায়ণ ১৪৩৩» */
  bangla: string
}

const TodayContext = createContext<Today | null>(null)

export const TodayProvider = TodayContext.Provider

/** @throws Error without a `TodayProvider` */
export function useToday(): Today {
  const today = useContext(TodayContext)
  if (!today) throw new Error('No TodayProvider above this component')
  return today
}

const SiteUrlContext = createContext<string | undefined>(undefined)

export const SiteUrlProvider = SiteUrlContext.Provider

/**
 * Returns the site's own address without a trailing slash, for links to share. Undefined if the
 * server does not know it, until the page is hydrated.
 */
export function useSiteUrl(): string | undefined {
  const rendered = useContext(SiteUrlContext)
  const [url, setUrl] = useState(rendered)
  useEffect(() => setUrl((known) => known ?? location.origin), [])
  return url
}
