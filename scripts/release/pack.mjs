import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/**
 * Packs a folder as `.tar.gz`. The same files and time give the same bytes, on any machine and for any user.
 * @param {{ parent: string, folder: string, file: string, time: Date }} what `folder` is a name in `parent`
 */
export async function pack({ parent, folder, file, time }) {
  const tar = spawn(
    'tar',
    [
      ['--create', '--file=-', '--format=gnu', '--sort=name', `--mtime=@${time.getTime() / 1000}`],
      ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX', folder],
    ].flat(),
    { cwd: parent, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const exit = once(tar, 'exit')
  await pipeline(tar.stdout, createGzip({ level: 9 }), fs.createWriteStream(file))
  const [status] = await exit
  if (status !== 0) throw new Error(`tar failed for ${folder}`)
}
