import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/**
 * Gives files that root created in the data folder to the owner of the folder, who runs the server
 * and could not open them otherwise. Prints what to do if that fails.
 */
export function giveToOwner(root: string): void {
  const owner = process.getuid?.() === 0 ? fs.statSync(root, { throwIfNoEntry: false }) : undefined
  if (!owner || owner.uid === 0) return
  const to = `${owner.uid}:${owner.gid}`
  // The chown of the system, which follows no link that is created meanwhile. The folder itself is one
  // where systemd runs the server as a dynamic user.
  const args = ['-R', '-P', '-h', '--from=0', to, fs.realpathSync(root)]
  if (spawnSync('chown', args, { stdio: 'ignore' }).status === 0) return
  process.stderr.write(
    `Some files in ${root} now belong to root. Give them to the user who runs the server: chown -R ${to} ${root}\n`,
  )
}
