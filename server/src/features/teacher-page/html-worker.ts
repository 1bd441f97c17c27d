import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { JobError, runJobs } from '../../lib/worker-entry.ts'
import type { HtmlFault, HtmlJob } from './sanitize-html.ts'

/** Limit of nested tags; the parser's time grows with the square of the depth. */
const MAX_DEPTH = 200

const allowed: IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'a', 'b', 'strong', 'em', 'i'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'colgroup', 'col'],
    ...['div', 'span', 'section', 'img'],
  ],
  // Their text is removed too; the text of all other tags stays.
  nonTextTags: [
    ...['style', 'script', 'title', 'textarea', 'option', 'noscript', 'template', 'xmp', 'xml'],
    ...['iframe', 'object', 'noembed', 'noframes', 'svg', 'math'],
  ],
  allowedAttributes: {
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    '*': ['lang'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  // Pages saved by Word reference pictures on the computer where they were saved.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src?.startsWith('/'),
}

runJobs(async ({ html }: HtmlJob): Promise<string> => {
  let depth = 0
  const sanitized = sanitizeHtml(html, {
    ...allowed,
    onOpenTag() {
      depth += 1
      if (depth > MAX_DEPTH) throw new JobError<HtmlFault>('complex')
    },
    onCloseTag() {
      depth -= 1
    },
  }).trim()
  if (!hasContent(sanitized)) throw new JobError<HtmlFault>('blank')
  return sanitized
})

/** Whether HTML has visible text or a picture. */
function hasContent(html: string): boolean {
  const text = html.replace(/<[^>]*>/g, '').replace(/&(?:nbsp|#160|#xa0);/gi, ' ')
  return /[^\s\p{C}\p{Z}\p{DI}]/u.test(text) || /<img/.test(html)
}
