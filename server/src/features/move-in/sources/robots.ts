/** Rules of a site's robots.txt for this program. */
export interface Robots {
  isAllowed(url: URL): boolean
  /** Seconds between requests that the site asks for; 0 if it asks for none. */
  delay: number
  sitemaps: readonly string[]
}

export const NO_RULES: Robots = { isAllowed: () => true, delay: 0, sitemaps: [] }

interface Group {
  agents: string[]
  rules: { isAllowed: boolean; path: string }[]
  delay: number
}

/**
 * Parses a robots.txt (RFC 9309).
 * @param agent name of this program in lower case
 */
export function parseRobots(text: string, agent: string): Robots {
  const groups: Group[] = []
  const sitemaps: string[] = []
  let isNaming = false
  for (const line of text.slice(0, 500_000).split(/\r?\n|\r/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/i.exec(line) ?? []
    const field = name.toLowerCase()
    if (field === 'sitemap') sitemaps.push(value)
    else if (field === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [], delay: 0 })
      groups.at(-1)?.agents.push(value.toLowerCase())
      isNaming = true
    } else if (field) {
      isNaming = false
      const group = groups.at(-1)
      if (field === 'crawl-delay' && group) group.delay = Number(value) || 0
      const isRule = field === 'allow' || field === 'disallow'
      if (isRule && value) group?.rules.push({ isAllowed: field === 'allow', path: value })
    }
  }
  const own = groups.filter(({ agents }) => agents.some((one) => one !== '' && agent.includes(one)))
  const meant = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))
  const rules = meant.flatMap((group) => group.rules)
  return {
    isAllowed: (url) => isAllowedBy(rules, url.pathname + url.search),
    delay: Math.max(0, ...meant.map((group) => group.delay)),
    sitemaps,
  }
}

/** The longest rule counts; of two as long ones, that which allows. */
function isAllowedBy(rules: Group['rules'], path: string): boolean {
  let best = { isAllowed: true, length: -1 }
  for (const { isAllowed, path: pattern } of rules) {
    const isBetter = pattern.length > best.length || (pattern.length === best.length && isAllowed)
    if (isBetter && matches(pattern, path)) best = { isAllowed, length: pattern.length }
  }
  return best.isAllowed
}

/** `*` stands for any letters, `$` at the end for the end. Takes linear time for each `*`. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const pieces = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  const [first = '', ...rest] = pieces
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, piece] of rest.entries()) {
    const isLast = index === rest.length - 1
    if (isWhole && isLast) return path.length - piece.length >= at && path.endsWith(piece)
    const found = path.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return !isWhole || at === path.length
}
