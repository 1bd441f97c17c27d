import type { Api, Output } from '@bidyaloy/shared/api/api'
import type { Locator, Page } from '@playwright/test'

/** The screens of the two galleries. */
export const JUBILEE = '/admin/dashboard/createjoyontigallery'
export const GALLERY = '/admin/dashboard/photogallary'

/** The published entries of a gallery. */
export function photosOf(
  admin: Api,
  collection: 'gallery' | 'main-gallery' = 'gallery',
): Promise<Output<'listEntries'>> {
  return admin.listEntries({ params: { collection } })
}

/** The entry with this title in the list. */
export const photoRow = (page: Page, title: string): Locator =>
  page.getByRole('row').filter({ hasText: title })

/** The file input. */
export const zone = (page: Page): Locator => page.locator('.dropzone input')
