import type {
  SitePicture,
  SitePictureName,
  SiteSettings,
} from '@bidyaloy/shared/school/site-settings'
import type { EntityManager } from 'typeorm'
import { SitePictureRow, type StoredFile } from '../../db/entities.ts'
import { copyName, fileName } from '../../storage/file-names.ts'

/** The pictures that staff have set; null where there is none. */
export async function sitePictures(reader: EntityManager): Promise<SiteSettings['pictures']> {
  const rows = await reader.find(SitePictureRow)
  const named = (name: SitePictureName) => {
    const row = rows.find((one) => one.name === name)
    return row ? presentSitePicture(row.file) : null
  }
  return { crest: named('crest'), banner: named('banner'), headTeacher: named('headTeacher') }
}

/** What everyone may see of a picture of the site. */
function presentSitePicture(file: StoredFile): SitePicture {
  const { folder, width = 0, height = 0, color = '', sizes = [] } = file
  return {
    filePath: `${folder}/${fileName(file)}`,
    ...{ width, height, color },
    sizes: sizes.map((copy) => ({
      ...copy,
      filePath: `${folder}/${copyName(file, copy.width)}`,
    })),
  }
}
