import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { fileOf, pdfFile, twoColors } from '../test/sample-files.ts'
import { startTestServer } from '../test/test-server.ts'

it('reconciles files with records at start and deletes no complete file', async () => {
  let school = await startTestServer()
  try {
    const params = { collection: 'gallery' } as const
    const file = fileOf(await twoColors(800, 400).jpeg().toBuffer(), 'a.jpg')
    const entry = await school.admin.createEntry({ params, body: { title: 'ছবি' }, file })
    const notices = { collection: 'notices' } as const
    const notice = await school.admin.createEntry({
      params: notices,
      body: { title: 'ছুটি' },
      file: pdfFile(),
    })
    await school.admin.deleteEntry({ params: { ...notices, id: notice._id } })
    const inFolder = (...names: string[]) => path.join(school.dataDir, ...names)
    await fs.writeFile(inFolder('staging', 'half'), 'half an upload')
    await fs.writeFile(inFolder('uploads', 'zzzzzzzzzzzzzzzzzzzz.pdf'), 'stored before a power cut')
    const before = (await fs.readdir(inFolder('gallery-uploads'))).sort()
    expect(before).toHaveLength(4)

    school = await school.restart()

    expect(await fs.readdir(inFolder('staging'))).toEqual([])
    expect(await fs.readdir(inFolder('orphans'))).toEqual(['zzzzzzzzzzzzzzzzzzzz.pdf'])
    expect((await fs.readdir(inFolder('gallery-uploads'))).sort()).toEqual(before)
    // The file of a deleted entry stays while the entry is in the trash.
    expect(await fs.readdir(inFolder('uploads'))).toEqual([path.basename(notice.filePath ?? '')])
    expect((await school.fetch(`/${entry.filePath}`)).status).toBe(200)
  } finally {
    await school.stop()
  }
})
