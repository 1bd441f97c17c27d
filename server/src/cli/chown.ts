import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/**
 * Gives what root made in a data folder to the owner of the folder, who runs the server: else that
 * user could not open a database that root has put back. Does nothing for anyone but root.
 * @param root path of the data folder, which need not be there
 * @returns what did not work, in a line that says what to do; null where nothing is left to do
 */
export function chownToOwner(root: string): string | null {
  const owner = process.getuid?.() === 0 ? fs.statSync(root, { throwIfNoEntry: false }) : undefined
  if (!owner || owner.uid === 0) return null
  const to = `${owner.uid}:${owner.gid}`
  // The system's own chown: it cannot be led out of the folder by a link laid meanwhile.
  const words = ['-R', '-P', '-h', '--from=0', to, root]
  if (spawnSync('chown', words, { stdio: 'ignore' }).status === 0) return null
  return `Some files in ${root} now belong to root. Give them to the user who runs the server: chown -R ${to} ${root}`
}
