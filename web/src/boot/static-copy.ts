import { FORCE_CLIENT_RENDER } from '../site/static-copy/force-client-render.ts'
import { staticAnswer } from '../site/static-copy/static-answers.ts'

/*
 * Stands in for the server where the site lies as plain files: the pages' own scripts ask the API as
 * ever, and are answered out of data files beside the pages. Runs before them.
 */
const fromNet = window.fetch.bind(window)
const files = new Map<string, Promise<unknown>>()

/** One of the data files, read once. */
function readData(name: string): Promise<unknown> {
  const known = files.get(name)
  if (known) return known
  const reading = fromNet(`/data/${encodeURIComponent(name)}.json`).then((answer) =>
    answer.ok ? answer.json() : null,
  )
  files.set(name, reading)
  // A line that broke may hold the next time.
  reading.catch(() => files.delete(name))
  return reading
}

window.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href)
  if (url.origin !== location.origin || !url.pathname.startsWith('/api/')) {
    return fromNet(input, init)
  }
  const answer = await staticAnswer(url, readData)
  const headers = { 'content-type': 'application/json' }
  return new Response(JSON.stringify(answer), { status: answer === null ? 404 : 200, headers })
}

// A plain host gives the same file whatever is asked after the ?: the first page of a list, unsearched.
if (location.search) document.documentElement.dataset[FORCE_CLIENT_RENDER] = ''

// A folder's address ends with a slash, a page's does not.
if (location.pathname !== '/' && location.pathname.endsWith('/')) {
  const page = location.pathname.replace(/\/+$/, '')
  history.replaceState(history.state, '', page + location.search + location.hash)
}
