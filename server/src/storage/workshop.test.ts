import { execFileSync } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { twoColors } from '../test/sample-files.ts'
import { createPictureWorkshop } from './picture-workshop.ts'

let directory: string
beforeEach(async () => {
  directory = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-workshop-'))
})
afterEach(() => fs.rm(directory, { recursive: true, force: true }))

/** The picture processes that this process has started. */
function pictureProcesses(): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return rows
    .split('\n')
    .map((row) => /^\s*(\d+)\s+(\d+)\s+.*picture-process/.exec(row))
    .filter((row) => Number(row?.[2]) === process.pid)
    .map((row) => Number(row?.[1]))
}

it.skipIf(process.platform === 'win32')(
  'a picture is made though its process is stopped with the terminal before it has begun',
  async () => {
    const file = path.join(directory, 'photo.jpg')
    await fs.writeFile(file, await twoColors(64, 64).jpeg().toBuffer())
    const workshop = createPictureWorkshop()
    const asked = workshop.ask({ file, extension: 'jpg', directory, stem: 'made' })
    // As Ctrl+C does in the moment in which the process is forked and has no group of its own yet.
    for (const pid of pictureProcesses()) process.kill(pid, 'SIGINT')
    expect(await asked).toMatchObject({ made: { width: 64, height: 64 } })
    workshop.close()
  },
)
