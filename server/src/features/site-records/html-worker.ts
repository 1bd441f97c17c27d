import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { answerJobs, JobError } from '../../storage/worker-entry.ts'
import type { HtmlFault, HtmlJob } from './sanitize-html.ts'

/** Deeper than any page of an office; the parser's time grows by the square of the depth. */
const MAX_DEPTH = 200

const allowed: IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'a', 'b', 'strong', 'em', 'i'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'colgroup', 'col'],
    ...['div', 'span', 'section', 'img'],
  ],
  // What stands in these is not meant to be read; of all other tags the text stays.
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
  // A page saved by an office program names pictures that lie beside it on the office computer.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src?.startsWith('/'),
}

answerJobs(async ({ html }: HtmlJob): Promise<string> => {
  let depth = 0
  const harmless = sanitizeHtml(html, {
    ...allowed,
    onOpenTag() {
      depth += 1
      if (depth > MAX_DEPTH) throw new JobError<HtmlFault>('complex')
    },
    onCloseTag() {
      depth -= 1
    },
  }).trim()
  if (!holdsText(harmless)) throw new JobError<HtmlFault>('blank')
  return harmless
})

/** Whether anything but tags, blanks and invisible letters is in it. */
function holdsText(html: string): boolean {
  const text = html.replace(/<[^>]*>/g, '').replace(/&(?:nbsp|#160|#xa0);/gi, ' ')
  return /[^\s\p{C}\p{Z}\p{DI}]/u.test(text) || /<img/.test(html)
}
