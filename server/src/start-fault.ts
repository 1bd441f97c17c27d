import type { Config } from './config.ts'

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']
const FORBIDDEN = ['EACCES', 'EPERM', 'EROFS']

/**
 * Why the server cannot start, in one line that says what to do.
 * @param config the settings, where already those could be read
 */
export function startFault(error: unknown, config: Config | undefined): string {
  if (!(error instanceof Error)) return String(error)
  const { code, syscall, path = '' } = error as NodeJS.ErrnoException
  if (code === undefined || !config) return oneLine(error.message)
  const { port, host, dataDir } = config
  if (code === 'EADDRINUSE') {
    return `PORT: another program uses port ${port} of ${host}. Stop it or set PORT to another number.`
  }
  if (syscall === 'listen' && code === 'EACCES') {
    return `PORT: this user may not use port ${port}. Set PORT to a number above 1023.`
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `HOST: ${host} is no address of this machine. Set HOST to 127.0.0.1 or to one that is.`
  }
  if (NO_ROOM.includes(code)) {
    return `DATA_DIR: there is no room left for ${dataDir}. Make room on that disk and start again.`
  }
  if (FORBIDDEN.includes(code)) {
    return `DATA_DIR: ${path || dataDir} cannot be written. Give the user who runs the server the right to write there, or set DATA_DIR to another folder.`
  }
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return `DATA_DIR: ${path || dataDir} is not a folder. Set DATA_DIR to one, or move that file away.`
  }
  return oneLine(error.message)
}

function oneLine(message: string): string {
  return message.replaceAll(/\s*\n\s*/g, ' ')
}
