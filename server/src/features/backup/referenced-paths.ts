import * as z from 'zod'
import type { StoredFile } from '../../db/entities.ts'
import { allFileNames } from '../../storage/file-names.ts'

const Width = z.int().min(1).max(9999)
const Copy = z.object({ width: Width, height: z.int() })

/** What is needed of a stored file to know its names; the database may be a stranger's. */
const ReferencedFile = z.object({
  folder: z.enum(['uploads', 'gallery-uploads']),
  stem: z.string().regex(/^[0-9a-z]{20}$/),
  extension: z.string().regex(/^[a-z]{3,4}$/),
  sizes: z.array(Copy).max(20).optional(),
  pages: z.array(z.array(Copy).max(20)).max(99).optional(),
})

/**
 * Paths below the data folder of everything that these rows name.
 * @param rows JSON of stored files
 * @throws where one of them cannot be that
 */
export function pathsReferencedIn(rows: readonly string[]): string[] {
  return rows.flatMap((row) => {
    const { sizes, pages, ...file } = ReferencedFile.parse(JSON.parse(row))
    const named: StoredFile = {
      ...{ ...file, name: '', mimeType: '', size: 0 },
      ...(sizes && { sizes }),
      ...(pages && { pages }),
    }
    return allFileNames(named).map((name) => `${file.folder}/${name}`)
  })
}
