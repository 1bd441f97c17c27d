import { pictureIn, pictureMarkdown } from './markdown.ts'

/**
 * Keeps the pictures of a text on their files when files are moved or removed. Pictures of removed
 * files are left out.
 * @param before ids of the files by which the text counts, in order
 * @param after ids of the files as they are now
 */
export function renumberPictures(
  text: string,
  before: readonly string[],
  after: readonly string[],
): string {
  const lines: string[] = []
  let isLeftOut = false
  for (const line of text.split('\n')) {
    const picture = pictureIn(line)
    const id = picture && before[picture.file - 1]
    if (id && !after.includes(id)) {
      isLeftOut = true
      continue
    }
    const isBlank = line.trim() === ''
    // Of the empty lines around a picture that is left out, one is enough.
    if (isLeftOut && isBlank && (lines.at(-1) ?? '').trim() === '') continue
    isLeftOut &&= isBlank
    lines.push(id ? pictureMarkdown(picture.description, after.indexOf(id) + 1) : line)
  }
  return lines.join('\n')
}
