import type Sqlite from 'better-sqlite3'
import { type EntityManager, IsNull, Not } from 'typeorm'
import { EntryRow, SitePictureRow, type StoredFile } from '../db/entities.ts'

/** A kept file and what names it, for a log. */
export interface ReferencedFile {
  record: string
  file: StoredFile
}

/** Every file that a row names; what lies in the bin still names its own. */
export async function referencedFiles(reader: EntityManager): Promise<ReferencedFile[]> {
  const entries = await reader.find(EntryRow, {
    select: { id: true, file: true },
    where: { file: Not(IsNull()) },
  })
  const pictures = await reader.find(SitePictureRow)
  return [
    ...entries.flatMap(({ id, file }) => (file ? [{ record: id, file }] : [])),
    ...pictures.map(({ name, file }) => ({ record: name, file })),
  ]
}

/** The same from a connection of its own, for whoever looks at the database from outside. */
export function referencedFilesOf(connection: Sqlite.Database): ReferencedFile[] {
  const rows = connection
    .prepare<[], { record: string; file: string }>(
      `SELECT id AS record, file FROM entry WHERE file IS NOT NULL
       UNION ALL SELECT name, file FROM site_picture`,
    )
    .all()
  // Written by the server as just this.
  return rows.map(({ record, file }) => ({ record, file: JSON.parse(file) as StoredFile }))
}

/** The site's own picture whose file has that stem: everyone may see it. */
export async function sitePictureFile(
  reader: EntityManager,
  stem: string,
): Promise<StoredFile | null> {
  const picture = await reader.findOneBy(SitePictureRow, { fileStem: stem })
  return picture?.file ?? null
}
