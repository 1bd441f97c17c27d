/** A tag; its quoted values may have any sign. */
const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi

/**
 * Parses pasted HTML into an inert document. The attributes `style` become `data-style`: the content
 * security policy would report them even there.
 */
export function parsePastedHtml(html: string): HTMLElement {
  const unstyled = html
    .replace(/<style[\s\S]*?<\/style>/gi, '')
    .replace(TAG, (tag) => tag.replace(/\sstyle\s*=/gi, ' data-style='))
  return new DOMParser().parseFromString(unstyled, 'text/html').body
}
