import path from 'node:path'

/** Of Node 23.5 and 22.13 on, and of older versions. */
const FLAGS = ['--permission', '--experimental-permission']

/**
 * Returns the flags with which a Node process may read only a folder with a program and the packages above it,
 * write no files and start no programs. Empty where Node has no permissions.
 * @param folder absolute path of the program's folder
 * @see https://nodejs.org/api/permissions.html
 */
export function permissionFlags(folder: string): string[] {
  const flag = FLAGS.find((one) => process.allowedNodeEnvironmentFlags.has(one))
  if (!flag) return []
  const readable = [path.join(folder, '*')]
  let above = path.resolve(folder)
  for (;;) {
    readable.push(path.join(above, 'package.json'), path.join(above, 'node_modules', '*'))
    const next = path.dirname(above)
    if (next === above) break
    above = next
  }
  // A thread watches the limits of the process.
  return [flag, '--allow-worker', ...readable.map((one) => `--allow-fs-read=${one}`)]
}
