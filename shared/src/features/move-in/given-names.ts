/** Files that systems and programs add, such as thumbnails and lock files. */
const IGNORED = /(?:^|\/)(?:__MACOSX\/|\.|~\$|Thumbs\.db$|desktop\.ini$)/i

/** Whether a given file with this path is left alone, without a word in the report. */
export const isIgnored = (path: string): boolean => IGNORED.test(path)
