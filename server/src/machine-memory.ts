import os from 'node:os'

/** Returns the memory of the machine or container in MB. */
export function machineMemoryMb(): number {
  // `constrainedMemory` returns 0 if the limit is unknown.
  return Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20
}
