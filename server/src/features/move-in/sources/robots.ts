import { decodeText } from './charset.ts'

/** Rules of a site's robots.txt for this program. */
export interface Robots {
  rules: readonly Rule[]
  /** Seconds between requests that the site asks for; 0 if it asks for none. */
  delay: number
  sitemaps: readonly string[]
}

interface Rule {
  isAllowed: boolean
  /** With `*` and `$`. */
  path: string
}

export const NO_RULES: Robots = { rules: [], delay: 0, sitemaps: [] }

interface Group {
  agents: string[]
  rules: Rule[]
  delay: number
}

const MAX_LINE = 2000
/** More sitemaps are an attack. */
const MAX_SITEMAPS = 100

/**
 * Parses a robots.txt (RFC 9309). One that is a page has no rules.
 * @param agent name of this program in lower case
 */
export function parseRobots(bytes: Uint8Array, agent: string): Robots {
  const text = decodeText(bytes)
  if (text.trimStart().startsWith('<')) return NO_RULES
  const groups: Group[] = []
  const sitemaps: string[] = []
  let isNaming = false
  for (const line of text.split(/\r?\n|\r/)) {
    if (line.length > MAX_LINE) continue
    const [written = ''] = line.split('#')
    const [name = '', ...rest] = written.split(':')
    if (rest.length === 0) continue
    const [field, value] = [name.trim().toLowerCase(), rest.join(':').trim()]
    if (field === 'sitemap') {
      if (sitemaps.length < MAX_SITEMAPS) sitemaps.push(value)
    } else if (field === 'user-agent') {
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
    rules,
    delay: Math.max(0, ...meant.map((group) => group.delay)),
    sitemaps,
  }
}

/** Whether the rules of a site allow an address. The longest counts; of two as long ones, that which allows. */
export function isAllowedBy({ rules }: Robots, { pathname, search }: URL): boolean {
  const path = pathname + search
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
