import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** A disk in memory that is mounted for as long as a story lasts. */
interface SmallDisk {
  folder: string
  remove(): Promise<void>
}

/** Mounts a disk of so many megabytes below `root`. */
export async function smallDisk(root: string, megabytes: number): Promise<SmallDisk> {
  const folder = path.join(root, 'disk')
  await fs.mkdir(folder)
  mount(['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  return {
    folder,
    async remove() {
      // Lazily: a program that is still ending may have a file open.
      spawnSync('umount', ['-l', folder])
    },
  }
}

function mount(words: readonly string[]): void {
  const { status, stderr } = spawnSync('mount', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`mount ${words.join(' ')}: ${stderr}`)
}

/** Why no disk can be mounted here; undefined where one can. */
export function whyNoDisk(): string | undefined {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bidyaloy-mount-'))
  try {
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
    if (status !== 0) return 'it needs a small disk in memory, which this user may not mount'
    spawnSync('umount', [folder])
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
