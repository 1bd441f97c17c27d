// A process for replace-data.test.ts: replaces data and kills itself before the given file system call.
import fs from 'node:fs/promises'
import path from 'node:path'

const [root = '', step = ''] = process.argv.slice(2)
let left = Number(step)

for (const name of ['rename', 'rm', 'rmdir', 'writeFile', 'mkdir'] as const) {
  const call: (...words: never[]) => Promise<unknown> = fs[name]
  const counted = async (...words: never[]) => {
    if (left === 0) {
      process.kill(process.pid, 'SIGKILL')
      await new Promise(() => undefined)
    }
    left -= 1
    return call(...words)
  }
  Object.assign(fs, { [name]: counted })
}

const { replaceData } = await import('./replace-data.ts')
await replaceData({ root, restore: path.join(root, 'restore') })
