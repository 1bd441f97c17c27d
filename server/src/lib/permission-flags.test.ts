import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { permissionFlags } from './permission-flags.ts'

it('lets a process read its program and nothing else', async () => {
  const root = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-confined-')))
  const folder = path.join(root, 'dist')
  await fs.mkdir(path.join(root, 'node_modules', 'library'), { recursive: true })
  await fs.mkdir(folder)
  await fs.writeFile(path.join(root, 'secret.txt'), 'গোপন')
  await fs.writeFile(path.join(root, 'package.json'), '{"type":"module"}')
  await fs.writeFile(path.join(root, 'node_modules/library/index.js'), 'module.exports = "read"')
  const program = path.join(folder, 'program.js')
  await fs.writeFile(
    program,
    `import library from 'library'
     import fs from 'node:fs'
     import { execFileSync } from 'node:child_process'
     const attempt = (work) => { try { work(); return 'done' } catch ({ code }) { return code } }
     console.log(JSON.stringify([
       library,
       attempt(() => fs.readFileSync(${JSON.stringify(path.join(root, 'secret.txt'))})),
       attempt(() => fs.writeFileSync(${JSON.stringify(path.join(folder, 'new.txt'))}, '')),
       attempt(() => execFileSync(process.execPath, ['--version'])),
     ]))`,
  )
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...permissionFlags(folder),
    program,
  ])
  const denied = 'ERR_ACCESS_DENIED'
  expect(JSON.parse(stdout)).toEqual(['read', denied, denied, denied])
  await fs.rm(root, { recursive: true })
})
