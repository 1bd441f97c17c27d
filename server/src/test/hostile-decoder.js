/* What a library could try that a file took over, as a worker of its own: `worker-walls.test.ts`. */

import { execFileSync } from 'node:child_process'
import dgram from 'node:dgram'
import dns, { lookup } from 'node:dns'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import http2 from 'node:http2'
import inspector from 'node:inspector'
import module, { createRequire } from 'node:module'
import net from 'node:net'
import sqlite from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import tls from 'node:tls'
import v8 from 'node:v8'
import threads, { Worker } from 'node:worker_threads'

const require = createRequire(import.meta.url)

/** Attempts by name, each of which must fail. */
const attempts = {
  readSecret: ({ secret }) => fs.readFileSync(secret),
  readThroughHandle: ({ secret }) => fs.promises.open(secret),
  copySecret: ({ secret, own }) => fs.copyFileSync(secret, `${own}/copy`),
  linkSecret: ({ secret, own }) => fs.symlinkSync(secret, `${own}/link`),
  leaveFolder: ({ own }) => fs.readFileSync(`${own}/../signing-secret`),
  listFolder: ({ root }) => fs.readdirSync(root),
  readDatabase: ({ database }) => fs.readFileSync(database),
  openDatabase: ({ database }) => new sqlite.DatabaseSync(database),
  openDatabaseLater: ({ database }) =>
    new (process.getBuiltinModule('node:sqlite').DatabaseSync)(database),
  readOtherSchool: ({ other }) => fs.readFileSync(other),
  writeOutside: ({ root }) => fs.writeFileSync(`${root}/new`, ''),
  writeProgram: () => fs.appendFileSync(process.argv[1], ''),
  startProgram: () => execFileSync(process.execPath, ['--version']),
  becomeProgram: () => process.execve(process.execPath, ['node', '--version'], {}),
  startThread: ({ secret }) => thread(Worker, secret),
  startThreadFromDefault: ({ secret }) => thread(threads.Worker, secret),
  startThreadFromRequire: ({ secret }) => thread(require('node:worker_threads').Worker, secret),
  startHooks: () => module.register('data:text/javascript,'),
  connect: ({ port }) => once(net.connect(port, '127.0.0.1'), 'connect'),
  connectSocket: ({ port }) => once(new net.Socket().connect(port, '127.0.0.1'), 'connect'),
  connectFromRequire: ({ port }) => once(require('node:net').createConnection({ port }), 'connect'),
  connectPath: ({ own }) => once(net.connect(`${own}/socket`), 'connect'),
  connectTls: ({ port }) => once(tls.connect(port, '127.0.0.1'), 'secureConnect'),
  connectHttp2: ({ port }) => once(http2.connect(`http://127.0.0.1:${port}`), 'connect'),
  get: ({ port }) => once(http.get({ port, host: '127.0.0.1' }), 'response'),
  fetch: ({ port }) => fetch(`http://127.0.0.1:${port}/`),
  listen: () => once(http.createServer().listen(0, '127.0.0.1'), 'listening'),
  lookUp: () => new Promise((resolve, reject) => lookup('localhost', settled(resolve, reject))),
  lookUpLater: () => dns.promises.lookup('localhost'),
  askServer: () => new dns.Resolver().resolve4('localhost', () => undefined),
  sendPacket: ({ port }) => dgram.createSocket('udp4').send('x', port, '127.0.0.1'),
  bind: () => process.binding('tcp_wrap'),
  bindLinked: () => process._linkedBinding('tcp_wrap'),
  inspect: () => inspector.open(0),
  stopServer: () => process.kill(process.ppid, 0),
  // With flags of V8 it writes to any file: `--trace-turbo-cfg-file`.
  changeFlags: () => v8.setFlagsFromString('--allow-natives-syntax'),
  loadNative: ({ own }) => process.dlopen({ exports: {} }, `${own}/any.node`),
}

const settled = (resolve, reject) => (error) => (error ? reject(error) : resolve())

/** A thread without the flags of its process may read all files. */
async function thread(Thread, secret) {
  const code = `require('node:fs').readFileSync(${JSON.stringify(secret)})`
  await once(new Thread(code, { eval: true, execArgv: [] }), 'exit')
}

/** What is refused is so at once. */
const UNANSWERED_MS = 1000

async function outcome(attempt, job) {
  try {
    const done = Promise.resolve(attempt(job)).then(() => 'done')
    return await Promise.race([done, setTimeout(UNANSWERED_MS, 'unanswered')])
  } catch (error) {
    return error.cause?.code ?? error.code ?? String(error)
  }
}

/** What could confuse the server at the other end of the channel, by name. */
const confusions = {
  acknowledge: () => process.send({ cmd: 'NODE_HANDLE_ACK' }),
  sendHandle: () => process.send({ cmd: 'NODE_HANDLE', type: 'net.Socket' }),
  garble: () => fs.writeSync(3, Buffer.from('00000004deadbeef', 'hex')),
}

process.on('message', async (job) => {
  process.send({ progress: 0 })
  if (job.confusion) {
    confusions[job.confusion]()
    return process.send({ made: 'sent' })
  }
  const outcomes = {}
  for (const [name, attempt] of Object.entries(attempts)) {
    outcomes[name] = await outcome(attempt, job)
  }
  // What its work needs.
  fs.writeFileSync(`${job.own}/made`, fs.readFileSync(`${job.own}/given`))
  process.send({ made: { outcomes, env: process.env } })
})
