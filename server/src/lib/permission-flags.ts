import path from 'node:path'

/** What a worker process may do besides reading the program: nothing else, if left out. */
export interface Permissions {
  /** Absolute paths of files, and of folders with all that is in them. */
  read?: readonly string[]
  write?: readonly string[]
  /** Whether it loads libraries of native code, such as sharp. What they do is not restricted. */
  addons?: boolean
  /** Whether it may connect to other hosts. */
  network?: boolean
  /** Whether it may start other programs. */
  programs?: boolean
}

/** The kernel's order of the processes that it kills for lack of memory; on Linux. */
export const OOM_FILE = '/proc/self/oom_score_adj'

/** Whether `--permission` of this Node denies the network too, as from version 25 on. */
const DENIES_NETWORK = process.allowedNodeEnvironmentFlags.has('--allow-net')

/** Node itself takes only a folder that exists already for one. */
const withAll = (fileOrFolder: string) => [fileOrFolder, path.join(fileOrFolder, '*')]

/**
 * Returns the flags with which a Node process may read only a folder with a program, the packages above it and
 * what it is permitted.
 * @param folder absolute path of the program's folder
 * @see https://nodejs.org/api/permissions.html
 */
export function permissionFlags(
  folder: string,
  { read = [], write = [], addons, network, programs }: Permissions = {},
): string[] {
  const readable = [path.join(folder, '*')]
  let above = path.resolve(folder)
  for (;;) {
    readable.push(path.join(above, 'package.json'), path.join(above, 'node_modules', '*'))
    const next = path.dirname(above)
    if (next === above) break
    above = next
  }
  return [
    // A thread watches the limits of the process. No other one can be started: `worker-walls.ts`.
    ...['--permission', '--allow-worker'],
    ...(addons ? ['--allow-addons'] : []),
    ...(programs ? ['--allow-child-process'] : []),
    ...(network && DENIES_NETWORK ? ['--allow-net'] : []),
    ...[...readable, ...read.flatMap(withAll)].map((one) => `--allow-fs-read=${one}`),
    ...[OOM_FILE, ...write.flatMap(withAll)].map((one) => `--allow-fs-write=${one}`),
  ]
}
