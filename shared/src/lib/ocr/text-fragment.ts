// Apart from the registry, for the site's first script.

/**
 * Part of an entry's address that leads to the text of a page of a file: `page=2`, `file=3&page=1`.
 * Where the address leads to a PDF, viewers open that page.
 * @param place both from 1
 */
export function textFragment({ file, page }: { file: number; page: number }): string {
  return `${file > 1 ? `file=${file}&` : ''}page=${page}`
}
