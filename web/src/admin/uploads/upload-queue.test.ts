import { ApiError } from '@bidyaloy/shared/api/api'
import { describe, expect, it } from 'vitest'
import { createUploadQueue, type UploadWork } from './upload-queue.ts'

const photo = (name: string) => new File([name], `${name}.jpg`, { type: 'image/jpeg' })

/** Records what is sent; rejects where `fault` returns an error for a title. */
function recordedWork(fault: (title: string) => unknown = () => undefined) {
  const sent: string[] = []
  const keys = new Map<string, Set<string | undefined>>()
  let prepared = 0
  const work: UploadWork = {
    prepare: async (file) => {
      prepared += 1
      return file
    },
    send: async ({ title }, { idempotencyKey, signal }) => {
      sent.push(title)
      keys.set(title, (keys.get(title) ?? new Set()).add(idempotencyKey))
      const error = fault(title)
      if (signal?.aborted) throw new ApiError(0, 'aborted', 'aborted')
      if (error) throw error
    },
    sharedFields: '',
  }
  return { work, sent, keys, prepared: () => prepared }
}

function filled(...titles: string[]) {
  const queue = createUploadQueue()
  queue.add(titles.map((title) => ({ file: photo(title), title })))
  return queue
}

const phases = (queue: ReturnType<typeof createUploadQueue>) =>
  queue.list().map(({ phase }) => phase)

describe('running the queue', () => {
  it('continues after a refused upload, and retries only that one with its own key', async () => {
    const queue = filled('এক', 'দুই', 'তিন')
    let broken = true
    const { work, sent, keys, prepared } = recordedWork((title) =>
      broken && title === 'দুই' ? new ApiError(415, 'unsupported_media_type', 'না') : undefined,
    )
    await queue.run(work)
    expect(phases(queue)).toEqual(['done', 'failed', 'done'])
    broken = false
    await queue.run(work)
    expect(phases(queue)).toEqual(['done', 'done', 'done'])
    expect(sent).toEqual(['এক', 'দুই', 'তিন', 'দুই'])
    expect(keys.get('দুই')?.size).toBe(1)
    expect(prepared()).toBe(3)
  })

  it('leaves untried uploads waiting when the server is offline', async () => {
    const queue = filled('এক', 'দুই', 'তিন')
    const { work, sent } = recordedWork((title) =>
      title === 'দুই' ? new ApiError(0, 'offline', 'away') : undefined,
    )
    await queue.run(work)
    expect(phases(queue)).toEqual(['done', 'failed', 'waiting'])
    expect(sent).toEqual(['এক', 'দুই'])
  })

  it('sends the files of one entry in parts with its title, and no part after a failed one', async () => {
    const queue = createUploadQueue('ক্রীড়া')
    queue.add(['এক', 'দুই', 'তিন', 'চার', 'পাঁচ'].map((name) => ({ file: photo(name), title: '' })))
    const parts: [title: string, count: number][] = []
    let isBroken = true
    const work: UploadWork = {
      prepare: async (file) => file,
      send: async ({ title, files }) => {
        parts.push([title, files.length])
        if (isBroken && parts.length === 2) throw new ApiError(503, 'internal', 'broken')
      },
      sharedFields: '',
      together: true,
      maxRequestBytes: 2 * photo('তিন').size,
    }
    await queue.run(work)
    expect(phases(queue)).toEqual(['done', 'done', 'failed', 'failed', 'waiting'])
    isBroken = false
    await queue.run(work)
    expect(phases(queue)).toEqual(['done', 'done', 'done', 'done', 'done'])
    expect(parts.map(([title]) => title)).toEqual(parts.map(() => 'ক্রীড়া'))
    expect(parts.map(([, count]) => count)).toEqual([2, 2, 2, 1])
  })

  it('stops the current upload or all of them', async () => {
    const one = filled('এক', 'দুই')
    const stopsItself = recordedWork((title) => title === 'এক' && one.stopCurrent())
    await one.run(stopsItself.work)
    expect(phases(one)).toEqual(['failed', 'done'])

    const all = filled('এক', 'দুই')
    const stopsAll = recordedWork((title) => title === 'এক' && all.stopAll())
    await all.run(stopsAll.work)
    expect(phases(all)).toEqual(['failed', 'waiting'])
  })

  it('does not send an upload that is stopped while its file is prepared', async () => {
    const queue = filled('এক')
    const { work, sent } = recordedWork()
    const prepare = async (file: File) => {
      queue.stopCurrent()
      return file
    }
    await queue.run({ ...work, prepare })
    expect(phases(queue)).toEqual(['failed'])
    expect(sent).toEqual([])
  })

  it('ignores a second run while it is running', async () => {
    const queue = filled('এক')
    const { work, sent } = recordedWork()
    await Promise.all([queue.run(work), queue.run(work)])
    expect(sent).toEqual(['এক'])
  })
})

describe('the uploads of the queue', () => {
  it('keeps a typed title when a file is added or removed', () => {
    const queue = createUploadQueue('ছুটির নোটিশ')
    queue.add([{ file: photo('scan'), title: 'scan' }])
    expect(queue.list()).toMatchObject([{ title: 'ছুটির নোটিশ', file: { name: 'scan.jpg' } }])
    queue.remove(queue.list()[0]?.id ?? '')
    expect(queue.list()).toMatchObject([{ title: 'ছুটির নোটিশ', file: null }])
  })

  it('replaces the title proposed by a file, but not a typed one', () => {
    const queue = createUploadQueue()
    const [{ id } = { id: '' }] = queue.list()
    const title = () => queue.list()[0]?.title
    queue.add([{ file: photo('setup'), title: 'setup' }])
    queue.replace(id, photo('রুটিন'), 'রুটিন')
    expect(title()).toBe('রুটিন')
    queue.remove(id)
    expect(title()).toBe('')
    queue.add([{ file: photo('ছুটি'), title: 'ছুটি' }])
    queue.retitle(id, 'শীতের ছুটি')
    queue.replace(id, photo('তালিকা'), 'তালিকা')
    expect(title()).toBe('শীতের ছুটি')
  })

  it('gives each further file an upload of its own', () => {
    const queue = filled('এক', 'দুই')
    queue.add([{ file: photo('তিন'), title: 'তিন' }])
    queue.remove(queue.list()[0]?.id ?? '')
    expect(queue.list().map(({ title }) => title)).toEqual(['দুই', 'তিন'])
  })
})
