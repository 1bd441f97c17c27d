import { isDay } from '@bidyaloy/shared/lib/bengali/days'
import { readDocument } from '../../src/features/move-in/sources/document.ts'
import { readFeed } from '../../src/features/move-in/sources/feed.ts'
import { readPage } from '../../src/features/move-in/sources/page.ts'
import { isAllowedBy, parseRobots } from '../../src/features/move-in/sources/robots.ts'
import type { Found } from '../../src/features/move-in/sources/source.ts'
import { convertPost, indexPost } from '../../src/features/move-in/sources/wxr-convert.ts'
import { type WxrItem, wxrItems } from '../../src/features/move-in/sources/wxr-items.ts'
import { parseWxrHead, parseWxrItem } from '../../src/features/move-in/sources/wxr-parse.ts'
import { assertThat } from '../stress/scenario.ts'
import { withFile } from './file-targets.ts'
import { madeOrRefused, type Target } from './target.ts'
import { assertSafeMarkdown } from './text-targets.ts'

const SITE = 'http://old.example/'
const FORBIDDEN = /[^\P{Cc}\n]|\p{Cs}/u

/** Checks what is brought: days, a safe text, and addresses of the web. */
function assertFound(found: Found | null): string {
  if (found === null) return 'none'
  assertThat(
    !/[\p{Cc}\p{Cs}]/u.test(found.title),
    `a title of one line: ${JSON.stringify(found.title)}`,
  )
  if ('reason' in found) return found.reason
  const { day, at, body, files, addresses, title } = found
  assertText({ day, at, body, files: files.length })
  for (const address of [...addresses, ...files.flatMap((file) => file.addresses)]) {
    assertThat(/^https?:/.test(address) && URL.canParse(address), `an address: ${address}`)
  }
  for (const { name } of files) assertThat(!/[/\\\0]/.test(name), `a name: ${name}`)
  return `${title} ${body}`
}

interface Text {
  day: string | null
  at: string | null
  body: string
  files: number
}

function assertText({ day, at, body, files }: Text): void {
  assertThat(day === null || isDay(day), `a day: ${day}`)
  assertThat(at === null || !Number.isNaN(Date.parse(at)), `a time: ${at}`)
  assertThat(!FORBIDDEN.test(body), 'a text without control characters')
  assertThat(body.trim() === body, 'a text without space around it')
  assertSafeMarkdown(body, files)
}

const HTML_TOKENS = [
  ...[
    '<p>',
    '</p>',
    '<b>',
    '<a href="',
    '<a href="javascript:x">',
    '<li>',
    '<ul>',
    '<table>',
    '<tr>',
    '<td colspan=9>',
  ],
  ...[
    '<td rowspan=9>',
    '<img src="/a.jpg">',
    '<script>',
    '</script>',
    '<style>',
    '<!--',
    '<iframe src=',
    '&amp;',
  ],
  ...[
    '&#0;',
    '&#xd800;',
    '**',
    '](',
    '## ',
    '- ',
    '|',
    '[gallery ids="1"]',
    '<title>',
    '<h1>',
    '<base href="',
    '<meta charset=',
  ],
]

const page: Target = {
  name: 'page',
  tokens: HTML_TOKENS,
  run(bytes) {
    const job = { bytes, contentType: 'text/html', url: `${SITE}notice/`, title: '' }
    const { title, day, at, body, files, rows, next, links, feeds } = readPage(job)
    assertText({ day, at, body, files: files.length })
    assertThat(!/[\p{Cc}\p{Cs}]/u.test(title), 'a title of one line')
    for (const address of [...next, ...feeds, ...links.map(({ href }) => href)]) {
      assertThat(URL.canParse(address), `an address: ${address}`)
    }
    for (const row of rows) assertThat(row.day === null || isDay(row.day), `a day: ${row.day}`)
    return [title, day, body, files.length, rows.length, next.length, links.length]
  },
}

const document: Target = {
  name: 'document',
  tokens: [
    ...HTML_TOKENS,
    '<item>',
    '<entry>',
    '<content type="html">',
    '<![CDATA[',
    ']]>',
    '<pubDate>',
  ],
  run: (bytes) =>
    ['notice/a.html', '2021-05-01 a.txt', 'feed.xml'].map((path) =>
      readDocument({ bytes, path, day: null }).map(assertFound),
    ),
}

const feed: Target = {
  name: 'feed',
  tokens: [
    ...[
      '<item>',
      '</item>',
      '<entry>',
      '<link>',
      '<link href="',
      '<guid>',
      '<pubDate>',
      '<title>',
      '<category>',
    ],
    ...[
      '<url>',
      '<loc>',
      '<sitemap>',
      '<![CDATA[',
      ']]>',
      '&amp;',
      '<!DOCTYPE x [<!ENTITY a "b">]>',
      '&a;',
      '\x1f\x8b\x08',
    ],
  ],
  async run(bytes) {
    // Packed with a fault it is no feed, and whoever asks is told.
    const isPacked = (error: unknown) =>
      error instanceof Error && 'code' in error && 'errno' in error
    const result = await madeOrRefused(() => readFeed({ bytes, url: `${SITE}feed/` }), isPacked)
    if ('refused' in result) return result
    const { items, pages, sitemaps } = result.made
    for (const { href, day } of items) {
      assertThat(URL.canParse(href), `an address: ${href}`)
      assertThat(day === null || isDay(day), `a day: ${day}`)
    }
    for (const address of [...pages, ...sitemaps])
      assertThat(URL.canParse(address), `an address: ${address}`)
    return [items, pages.length, sitemaps.length]
  },
}

const robots: Target = {
  name: 'robots',
  tokens: [
    'User-agent: *',
    'Disallow: /',
    'Allow: ',
    'Crawl-delay: ',
    'Sitemap: ',
    '\n',
    '*',
    '$',
    '#',
    ':',
    'bidyaloy',
  ],
  run(bytes) {
    const rules = parseRobots(bytes, 'bidyaloy')
    assertThat(rules.delay >= 0, 'a delay')
    const isAllowed = isAllowedBy(rules, new URL(`${SITE}notice/${'a/'.repeat(500)}?x=$*`))
    return [rules.rules.length, rules.delay, rules.sitemaps.length, isAllowed]
  },
}

async function itemsFrom(file: string, from = 0): Promise<WxrItem[]> {
  const items: WxrItem[] = []
  for await (const item of wxrItems(file, from)) items.push(item)
  return items
}

const wxr: Target = {
  name: 'wxr',
  tokens: [
    ...[
      '<item>',
      '</item>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '<wp:post_type>',
      'attachment',
      '<wp:post_date>',
      '0000-00-00 00:00:00',
    ],
    ...[
      '<content:encoded>',
      '<wp:postmeta>',
      '<wp:meta_key>',
      '_wp_attached_file',
      '<wp:meta_value>',
      '<category domain="category">',
    ],
    ...[
      '<wp:status>',
      'publish',
      'a:1:{i:0;s:',
      '[gallery ids="1,2"]',
      '<title>',
      '<link>',
      'http://',
      '<wp:post_id>',
    ],
  ],
  run: (bytes) =>
    withFile(bytes, async (file) => {
      const items = await itemsFrom(file)
      let end = 0
      for (const item of items) {
        assertThat(item.end > end && item.end <= bytes.length, 'items in order')
        end = item.end
      }
      const [first, ...rest] = items
      const again = first ? await itemsFrom(file, first.end) : []
      assertThat(again.length === rest.length, 'the same items from a position on')
      parseWxrHead(bytes.subarray(0, 4000))
      return items.map((item) => {
        const post = parseWxrItem(item.bytes)
        indexPost(post)
        const uses = ['post', 'alone', 'album', 'hidden'] as const
        return uses.map((use) =>
          assertFound(convertPost(post, SITE, { attachments: [], use, flaw: item.flaw })),
        )
      })
    }),
}

export const moveInTargets: readonly Target[] = [page, document, feed, robots, wxr]
