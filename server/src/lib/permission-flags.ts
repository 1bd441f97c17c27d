import path from 'node:path'

/**
 * Returns the flags with which a Node process may read only a folder with a program and the packages above it,
 * write no files and start no programs.
 * @param folder absolute path of the program's folder
 * @see https://nodejs.org/api/permissions.html
 */
export function permissionFlags(folder: string): string[] {
  const readable = [path.join(folder, '*')]
  let above = path.resolve(folder)
  for (;;) {
    readable.push(path.join(above, 'package.json'), path.join(above, 'node_modules', '*'))
    const next = path.dirname(above)
    if (next === above) break
    above = next
  }
  // A thread watches the limits of the process.
  return ['--permission', '--allow-worker', ...readable.map((one) => `--allow-fs-read=${one}`)]
}
