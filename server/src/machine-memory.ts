import os from 'node:os'
import type { Config } from './config.ts'

/** Machines sold as 1 and 2 GB have less than 1024 and 2048 MB. */
export const ONE_GB_MB = 900
export const TWO_GB_MB = 1800

/** Returns the memory of the machine or container in MB. */
export function machineMemoryMb(): number {
  // `constrainedMemory` returns 0 if the limit is unknown.
  return Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20
}

/** Whether the server reads papers, which takes 400 MB: as it is set, or by its memory. */
export function readsPapers(
  { readPapers }: Pick<Config, 'readPapers'>,
  memoryMb = machineMemoryMb(),
): boolean {
  return readPapers ?? memoryMb >= ONE_GB_MB
}
