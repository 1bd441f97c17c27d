/*
 * Loaded in every worker process before its own module. Node's permissions, with which the process was started,
 * leave open: the network before Node 25, `node:sqlite`, threads, which have no permissions to respect,
 * signals, and flags of V8, some of which make it write to any file. What is closed here stays closed for JavaScript and WebAssembly, also for what is loaded later.
 */

import dgram from 'node:dgram'
import dns from 'node:dns'
import module from 'node:module'
import net from 'node:net'
import sqlite from 'node:sqlite'
import v8 from 'node:v8'
import threads from 'node:worker_threads'
import { watchLimits } from './worker-limits.ts'

/** Takes the place of what is closed; also of classes that others extend. */
function closed(): never {
  throw Object.assign(new Error('A worker process may not do this'), { code: 'ERR_ACCESS_DENIED' })
}

/** Replaces functions and classes, which cannot be reached through their instances either. */
function close(owner: object, names = Object.keys(owner)): void {
  for (const name of names) {
    const found: unknown = Object.getOwnPropertyDescriptor(owner, name)?.value
    if (typeof found !== 'function') continue
    if (typeof found.prototype === 'object') found.prototype.constructor = closed
    Object.defineProperty(owner, name, { value: closed, writable: false, configurable: false })
  }
}

const [, , memoryMb, cpuMs, network] = process.argv
watchLimits(Number(memoryMb), Number(cpuMs))
if (!network) {
  // Every connection and every server, also of `node:http` and `fetch`, is made by these.
  close(net.Socket.prototype, ['connect'])
  close(net.Server.prototype, ['listen', '_listen2'])
  for (const one of [net, dgram, dns, dns.promises]) close(one)
}
close(sqlite)
close(threads, ['Worker'])
close(module, ['register'])
close(v8, ['setFlagsFromString'])
close(process, ['kill', '_kill', '_debugProcess'])
// With the first listener its libraries are loaded: no job can load native code, such as a file that it wrote.
process.on('newListener', (event) => {
  if (event === 'message') close(process, ['dlopen'])
})
module.syncBuiltinESMExports()
