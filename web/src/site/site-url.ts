import { createContext, useContext, useEffect, useState } from 'react'

const SiteUrlContext = createContext<string | undefined>(undefined)

/** Tells what `useSiteUrl` gives. */
export const SiteUrlProvider = SiteUrlContext.Provider

/**
 * The site's own address without a trailing slash, for links that others follow. The server may not
 * know it; then it is undefined until the browser says where it is.
 */
export function useSiteUrl(): string | undefined {
  const told = useContext(SiteUrlContext)
  const [url, setUrl] = useState(told)
  useEffect(() => setUrl((known) => known ?? location.origin), [])
  return url
}
