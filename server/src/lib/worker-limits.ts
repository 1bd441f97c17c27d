import fs from 'node:fs'
import { Worker } from 'node:worker_threads'
import { OOM_FILE } from './permission-flags.ts'

const CHECK_MS = 25
/** Tells the server which limit was exceeded. Windows knows no other signals. */
const TOO_LARGE = 'SIGKILL'
const TOO_LONG = process.platform === 'win32' ? 'SIGKILL' : 'SIGVTALRM'

/** Set when a job begins. A message would show the thread to whoever took over this process: it could be ended. */
const jobBegan = new Int32Array(new SharedArrayBuffer(4))
const { store } = Atomics

/**
 * Kills this process when it exceeds its resident memory or the CPU time of a job, or the server has
 * ended. A worker thread checks this, because the libraries block the main thread.
 */
export function watchLimits(memoryMb: number, cpuMs: number): void {
  const check = `
    const isServerGone = () => {
      try { return !process.kill(${process.ppid}, 0) } catch { return true }
    }
    const cpuMs = () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    }
    let started = cpuMs()
    const { jobBegan } = require('node:worker_threads').workerData
    setInterval(() => {
      if (Atomics.exchange(jobBegan, 0, 0)) started = cpuMs()
      const isTooLarge = process.memoryUsage.rss() > ${memoryMb * 2 ** 20}
      const isTooLong = cpuMs() - started > ${cpuMs}
      if (isTooLong) process.kill(process.pid, '${TOO_LONG}')
      if (isTooLarge || isServerGone()) process.kill(process.pid, '${TOO_LARGE}')
    }, ${CHECK_MS})`
  new Worker(check, { eval: true, execArgv: [], env: {}, workerData: { jobBegan } }).unref()
  try {
    // If the machine runs out of memory, the kernel kills this process instead of the server.
    fs.writeFileSync(OOM_FILE, '1000')
  } catch {
    // Not Linux, or not permitted: the limit above applies anyway.
  }
}

/** Begins the CPU time of a job. */
export function startJob(): void {
  store(jobBegan, 0, 1)
}
