import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PictureAnswer, PictureJob } from './picture-job.ts'
import { takingTurns } from './turns.ts'

/** Makes a picture in a process of its own. Rejects only where it could not even be tried. */
export type MakePicture = (job: PictureJob) => Promise<PictureAnswer>

/** Decoding takes the memory of every pixel; an office that sends forty photos waits in a line. */
const PROCESSES = 2
const IDLE_MS = 10_000
/** Far more than the largest accepted picture needs. */
const LONGEST_MS = 120_000

/** Beside this module, as source or built. */
const HERE = fileURLToPath(import.meta.url)
const ENTRY = path.join(path.dirname(HERE), `picture-process${path.extname(HERE)}`)

/** Starts picture processes when there is work and ends them when there has been none for a while. */
export function createPictureWorkshop(): MakePicture {
  const idle: { child: ChildProcess; timer: NodeJS.Timeout }[] = []

  const take = (): ChildProcess => {
    const next = idle.pop()
    if (!next) return startProcess()
    clearTimeout(next.timer)
    return next.child.connected ? next.child : take()
  }
  const giveBack = (child: ChildProcess) => {
    const end = () => {
      idle.splice(idle.indexOf(entry), 1)
      if (child.connected) child.disconnect()
    }
    const entry = { child, timer: setTimeout(end, IDLE_MS).unref() }
    idle.push(entry)
  }

  const inTurn = takingTurns(PROCESSES)
  return (job) =>
    inTurn(async () => {
      const child = take()
      const answer = await ask(child, job)
      if (child.connected) giveBack(child)
      return answer
    })
}

function startProcess(): ChildProcess {
  const { PATH, SystemRoot, TEMP } = process.env
  const child = fork(ENTRY, {
    cwd: path.dirname(ENTRY),
    // Nothing of the server's settings: the library needs none, and a broken one must find none.
    // With few arenas the C library's allocator keeps less of what was freed.
    env: { PATH, SystemRoot, TEMP, MALLOC_ARENA_MAX: '2' },
    execArgv: ENTRY.endsWith('.ts') ? ['--import', 'tsx'] : [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Neither the process nor its channel keeps the server from stopping.
  child.unref()
  child.on('error', () => undefined)
  child.channel?.unref()
  return child
}

/** One picture at a time in each process: one that breaks off tells which picture broke it. */
function ask(child: ChildProcess, job: PictureJob): Promise<PictureAnswer> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS)
    const settle = () => {
      clearTimeout(limit)
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
    }
    const onMessage = (answer: PictureAnswer) => {
      settle()
      resolve(answer)
    }
    const onExit = (code: number | null, signal: string | null) => {
      settle()
      // By a signal: the picture broke the library. By itself: it did not even start.
      resolve(
        signal
          ? { fault: 'damaged', message: `Decoding ended by ${signal}` }
          : { failed: `The picture process ended with ${code}` },
      )
    }
    const onError = (error: Error) => {
      settle()
      reject(error)
    }
    child.on('message', onMessage).on('exit', onExit).on('error', onError)
    child.send(job)
  })
}
