import type { Locator, Page } from '@playwright/test'

/** The smallest file detected as PDF, padded to at least `size` bytes. */
export function pdf(size = 0): Buffer {
  const head =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n'
  const tail = 'trailer<</Root 1 0 R>>\n%%EOF\n'
  return Buffer.from(head + '%'.repeat(Math.max(0, size - head.length - tail.length)) + tail)
}

export const paper = (name = 'নোটিশ.pdf', size = 0) => ({
  name,
  mimeType: 'application/pdf',
  buffer: pdf(size),
})

/** Fills title and file in the open form of a new entry. */
export async function fillEntry(page: Page, title: string, file = paper()): Promise<void> {
  await page.getByLabel('শিরোনাম', { exact: true }).fill(title)
  await page.locator('.dropzone input').setInputFiles(file)
}

/** Opens the fields of a value below the line of values: `publish`, `pin`, `expiry`, `kind` and others. */
export async function openValue(scope: Page | Locator, name: string): Promise<void> {
  await scope.locator(`[data-chip=${name}]`).click()
}

/** Chooses the named item from an entry's menu, in its row or tile. */
export async function chooseFromMenu(entry: Locator, name: string | RegExp): Promise<void> {
  await entry.getByRole('button', { name: /আরও কাজ/ }).click()
  await entry.page().getByRole('menuitem', { name }).click()
}

/** Opens an entry of a list by its title. */
export const openEntry = (entry: Locator): Promise<void> =>
  entry.locator('.entryline__title').click()

/** Takes photos by the camera button of a form or dialog, which opens the file picker here. */
export async function takePhotos(
  scope: Page | Locator,
  name: string,
  ...photos: ReturnType<typeof paper>[]
): Promise<void> {
  const page = 'page' in scope ? scope.page() : scope
  const picker = page.waitForEvent('filechooser')
  await scope.getByRole('button', { name }).click()
  await (await picker).setFiles(photos)
}

/** Drops a file onto a form's drop zone, as from the file manager. */
export async function dropFile(page: Page, { name, mimeType, buffer }: ReturnType<typeof paper>) {
  const transfer = await page.evaluateHandle(
    ([text, fileName, type]) => {
      const data = new DataTransfer()
      data.items.add(new File([text], fileName, { type }))
      return data
    },
    [buffer.toString('latin1'), name, mimeType] as const,
  )
  const zone = page.locator('.dropzone').first()
  await zone.dispatchEvent('dragenter', { dataTransfer: transfer })
  await zone.dispatchEvent('drop', { dataTransfer: transfer })
}
