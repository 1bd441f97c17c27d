import fs from 'node:fs/promises'
import path from 'node:path'
import { readSource, type SourceRow } from '../../../cli/import/import-source.ts'
import { type Found, type OpenSource, SourceError } from './source.ts'

/** Opens a source: of files and folders only. */
export const openSource: OpenSource = async (input, { maxFileBytes }) => {
  if ('url' in input) throw new SourceError('unreachable')
  const found: Found[] =
    'folder' in input
      ? (await readSource(input.folder)).map(foundIn)
      : await Promise.all(
          input.files.map(async (file) => {
            const { mtime, size } = await fs.stat(file.path)
            const title = path.basename(file.name, path.extname(file.name))
            const row = { where: file.name, title, date: mtime.toISOString().slice(0, 10) }
            const item = foundIn({ ...row, file: file.path, text: '', properties: {} })
            return 'files' in item
              ? { ...item, files: [{ key: file.path, name: file.name, addresses: [], size }] }
              : item
          }),
        )
  return {
    look: async () => ({ found, next: null, progress: 1 }),
    read: async (item) => item,
    async file({ key }, target) {
      const { size } = await fs.stat(key)
      if (size > maxFileBytes) return { reason: 'too-large' }
      await fs.copyFile(key, target)
      return { size }
    },
    close: async () => undefined,
  }
}

function foundIn(row: SourceRow): Found {
  if ('reason' in row) {
    return { key: row.where, title: row.where, reason: 'invalid', detail: row.reason }
  }
  const { where, title, date, file, text, properties } = row
  return {
    ...{ key: where, addresses: [], title, day: date, at: null, categories: [], isDraft: false },
    ...{ proposed: 'notices', body: text, leftOut: [], page: null, properties },
    files: file === null ? [] : [{ key: file, name: path.basename(file), addresses: [] }],
  }
}
