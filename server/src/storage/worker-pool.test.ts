import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import type { Permissions } from '../lib/permission-flags.ts'
import { createWorkerPool } from '../lib/worker-pool.ts'
import { childProcesses } from '../test/child-processes.ts'
import { nestedFormsPdf, plainPicture } from '../test/hostile-files.ts'
import { noticePdf, twoColors } from '../test/sample-files.ts'
import type { MadePage, PageJob } from './page-pictures.ts'
import type { MadePicture, PictureJob } from './picture-job.ts'
import { createPicturePool } from './picture-pool.ts'

let directory: string
const pictureProcesses = () => childProcesses('picture-worker')

beforeEach(async () => {
  // Those of earlier tests in this process would end after ten seconds without jobs.
  for (const pid of pictureProcesses()) process.kill(pid, 'SIGKILL')
  await expect.poll(pictureProcesses).toEqual([])
  directory = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-pool-'))
})
afterEach(() => fs.rm(directory, { recursive: true, force: true }))

const foldersIn = (root: string) => ({
  root,
  staging: root,
  uploads: root,
  galleryUploads: root,
})
const allOf = (folder: string): Permissions => ({ addons: true, read: [folder], write: [folder] })

/** Whether a child process has ended and closed its channel: `Zl` still has threads. */
const isZombie = (pid: number) =>
  /^Z[^l]*$/.test(
    execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim(),
  )

/** A pool whose processes no other test shares: nothing else has its time-out. */
const ownPool = () =>
  createWorkerPool<PictureJob, MadePicture, 'damaged'>({
    module: 'picture-worker',
    processes: 1,
    timeoutMs: 59_000,
    school: directory,
    may: allOf(directory),
    crashError: 'damaged',
  })

it.skipIf(process.platform === 'win32').each([
  ['stopped with the terminal', 'SIGINT'],
  ['killed by the kernel for lack of memory', 'SIGKILL'],
] as const)('retries a job whose process was %s before it started', async (_, signal) => {
  const file = path.join(directory, 'photo.jpg')
  await fs.writeFile(file, await twoColors(64, 64).jpeg().toBuffer())
  const pool = ownPool()
  const result = pool.run({ file, extension: 'jpg', directory, stem: 'made' })
  // Like Ctrl+C just after the fork, when the process has no process group of its own yet.
  await expect.poll(pictureProcesses, { interval: 1 }).toHaveLength(1)
  for (const pid of pictureProcesses()) process.kill(pid, signal)
  expect(await result).toMatchObject({ made: { width: 64, height: 64 } })
  pool.close()
})

it.skipIf(process.platform === 'win32')(
  'retries a job in another process when its process had ended before it was sent',
  async () => {
    const file = path.join(directory, 'photo.jpg')
    await fs.writeFile(file, await twoColors(64, 64).jpeg().toBuffer())
    const pool = ownPool()
    const run = (stem: string) => pool.run({ file, extension: 'jpg', directory, stem })
    await run('first')
    const idle = pictureProcesses()
    expect(idle).toHaveLength(1)
    for (const pid of idle) {
      process.kill(pid, 'SIGKILL')
      // Without a turn of the event loop, which would tell the pool of the end.
      while (!isZombie(pid));
    }
    expect(await run('second')).toMatchObject({ made: { width: 64, height: 64 } })
    pool.close()
  },
)

describe('a worker process', () => {
  it('is killed when a job exceeds the memory limit, and the next job gets a new process', async () => {
    const file = path.join(directory, 'paper.pdf')
    const job: PageJob = { file, page: 1, directory, stem: 'paper', drawing: 2 }
    const pool = createWorkerPool<PageJob, MadePage, 'broken' | 'too large'>({
      module: 'page-worker',
      processes: 1,
      timeoutMs: 60_000,
      school: directory,
      may: allOf(directory),
      crashError: 'broken',
      memoryError: 'too large',
    })
    await fs.writeFile(file, nestedFormsPdf(8, 'square'))
    expect(await pool.run(job)).toMatchObject({ fault: 'too large' })
    await fs.writeFile(file, await noticePdf())
    expect(await pool.run(job)).toMatchObject({ made: { pageCount: 1 } })
    pool.close()
  })

  it('is killed when a job exceeds its CPU time, which is the fault of the job', async () => {
    const file = path.join(directory, 'paper.pdf')
    await fs.writeFile(file, nestedFormsPdf(4, 'gradient'))
    const pool = createWorkerPool<PageJob, MadePage, 'too long' | 'too large'>({
      module: 'page-worker',
      processes: 1,
      timeoutMs: 60_000,
      cpuMs: 700,
      school: directory,
      may: allOf(directory),
      crashError: 'too long',
      memoryError: 'too large',
    })
    const result = await pool.run({ file, page: 1, directory, stem: 'paper', drawing: 2 })
    expect(result).toMatchObject({ fault: 'too long' })
    pool.close()
  })

  it('that a busy machine does not finish in time is not the fault of its job', async () => {
    const file = path.join(directory, 'paper.pdf')
    await fs.writeFile(file, await noticePdf())
    const pool = createWorkerPool<PageJob, MadePage, 'broken'>({
      module: 'page-worker',
      processes: 1,
      timeoutMs: 1,
      school: directory,
      may: allOf(directory),
      crashError: 'broken',
    })
    const result = await pool.run({ file, page: 1, directory, stem: 'paper', drawing: 2 })
    expect(result).toEqual({ failed: 'Took longer than 1 ms', code: 'ETIME' })
    pool.close()
  })

  it('is the only one on a machine with less than 2 GB', async () => {
    const file = path.join(directory, 'photo.png')
    await fs.writeFile(file, await plainPicture(64).png().toBuffer())
    const runThree = async (memoryMb: number) => {
      const pool = createPicturePool(foldersIn(directory), memoryMb)
      const stems = ['one', 'two', 'three']
      await Promise.all(stems.map((stem) => pool.run({ file, extension: 'png', directory, stem })))
      // They stay for a while after the last job.
      const present = pictureProcesses()
      pool.close()
      return present
    }
    const single = await runThree(1024)
    expect(single).toHaveLength(1)
    expect((await runThree(1950)).filter((pid) => !single.includes(pid))).toHaveLength(2)
  })

  it.runIf(process.platform === 'linux')('has the highest oom_score_adj', async () => {
    const file = path.join(directory, 'photo.png')
    await fs.writeFile(file, await plainPicture(64).png().toBuffer())
    const pool = createPicturePool(foldersIn(directory))
    await pool.run({ file, extension: 'png', directory, stem: 'made' })
    const [pid] = pictureProcesses()
    expect(await fs.readFile(`/proc/${pid}/oom_score_adj`, 'utf8')).toBe('1000\n')
    pool.close()
  })
})

/** Fails like the system of a service that may not change priorities. */
const REFUSED_PRIORITY = `data:text/javascript,${encodeURIComponent(`
  import os from 'node:os'
  os.setPriority = () => { throw new Error('EPERM') }
`)}`

it.each(['push-worker', 'read-worker'])('%s works where priorities are refused', async (name) => {
  const module = fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url))
  const child = fork(module, ['512'], {
    execArgv: ['--import', REFUSED_PRIORITY],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.send({})
  const started = once(child, 'message').then(([message]: unknown[]) => message)
  const ended = once(child, 'exit').then(() => 'ended')
  expect(await Promise.race([started, ended])).toEqual({ progress: 0 })
  child.kill('SIGKILL')
})

test('pools with the same turns run no jobs at the same time', async () => {
  const turns = pLimit(1)
  const poolOf = (timeoutMs: number) =>
    createWorkerPool<PageJob, MadePage, 'broken'>({
      module: 'page-worker',
      processes: 1,
      timeoutMs,
      turns,
      school: directory,
      may: allOf(directory),
      crashError: 'broken',
    })
  const [slow, quick] = [poolOf(58_000), poolOf(57_000)]
  const run = async (pool: typeof slow, stem: string, bytes: Uint8Array) => {
    const file = path.join(directory, `${stem}.pdf`)
    await fs.writeFile(file, bytes)
    return pool.run({ file, page: 1, directory, stem, drawing: 2 })
  }
  // Its process is running when the slow job begins.
  await run(quick, 'first', await noticePdf())
  const ended: string[] = []
  await Promise.all([
    run(slow, 'slow', nestedFormsPdf(4, 'square')).then(() => ended.push('slow')),
    run(quick, 'quick', await noticePdf()).then(() => ended.push('quick')),
  ])
  expect(ended).toEqual(['slow', 'quick'])
  slow.close()
  quick.close()
})

describe('pools with the same limits', () => {
  const jobFor = async (stem: string): Promise<PictureJob> => {
    const file = path.join(directory, `${stem}.jpg`)
    await fs.writeFile(file, await twoColors(64, 64).jpeg().toBuffer())
    return { file, extension: 'jpg', directory, stem }
  }

  it('share the processes of a school', async () => {
    const [one, other] = [
      createPicturePool(foldersIn(directory), 1024),
      createPicturePool(foldersIn(directory), 1024),
    ]
    const results = [one.run(await jobFor('one')), other.run(await jobFor('other'))]
    expect(await Promise.all(results)).toMatchObject([{ made: {} }, { made: {} }])
    expect(pictureProcesses()).toHaveLength(1)
    one.close()
    expect(await other.run(await jobFor('later'))).toMatchObject({ made: {} })
    other.close()
  })

  it('serve one school each, within their number', async () => {
    const [one, other] = ['one', 'other'].map((root) =>
      createPicturePool({ ...foldersIn(directory), root }, 1024),
    )
    const results = [one?.run(await jobFor('one')), other?.run(await jobFor('other'))]
    await one?.run(await jobFor('third'))
    const [first] = pictureProcesses()
    expect(await Promise.all(results)).toMatchObject([{ made: {} }, { made: {} }])
    await other?.run(await jobFor('fourth'))
    await expect.poll(pictureProcesses).toHaveLength(1)
    expect(pictureProcesses()).not.toEqual([first])
    one?.close()
    other?.close()
  })

  it('end a running job without a verdict on it', async () => {
    const closedResult = { fault: 'damaged', message: 'The worker pool is closed' }
    const starting = createPicturePool(foldersIn(directory), 1024)
    const notBegun = starting.run(await jobFor('starting'))
    await setImmediate()
    starting.close()
    expect(await notBegun).toEqual(closedResult)
    const running = createPicturePool(foldersIn(directory), 1024)
    const job = await jobFor('running')
    // The first progress is the beginning of the job.
    expect(await running.run(job, () => running.close())).toEqual(closedResult)
  })

  it('close without the jobs of others', async () => {
    const [one, other] = [
      createPicturePool(foldersIn(directory), 1024),
      createPicturePool(foldersIn(directory), 1024),
    ]
    const running = one.run(await jobFor('running'))
    const waiting = other.run(await jobFor('waiting'))
    await setImmediate()
    other.close()
    expect(await waiting).toEqual({ fault: 'damaged', message: 'The worker pool is closed' })
    expect(await running).toMatchObject({ made: {} })
    one.close()
  })
})
