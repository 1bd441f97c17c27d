import { ApiError } from '@bidyaloy/shared/api/api'
import { describe, expect, it } from 'vitest'
import { createUploadQueue, type UploadWork } from './upload-queue.ts'

const photo = (name: string) => new File([name], `${name}.jpg`, { type: 'image/jpeg' })

/** Sends nothing anywhere; fails where `fault` gives an error for a title. */
function officeWork(fault: (title: string) => unknown = () => undefined) {
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
    sentAlong: '',
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

describe('uploads one after the other', () => {
  it('go on after one that is refused; another try sends only that one, under its own key', async () => {
    const queue = filled('এক', 'দুই', 'তিন')
    let broken = true
    const { work, sent, keys, prepared } = officeWork((title) =>
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

  it('wait where the server is away: none fails that was not tried', async () => {
    const queue = filled('এক', 'দুই', 'তিন')
    const { work, sent } = officeWork((title) =>
      title === 'দুই' ? new ApiError(0, 'offline', 'away') : undefined,
    )
    await queue.run(work)
    expect(phases(queue)).toEqual(['done', 'failed', 'waiting'])
    expect(sent).toEqual(['এক', 'দুই'])
  })

  it('can be stopped singly or all together', async () => {
    const one = filled('এক', 'দুই')
    const stopsItself = officeWork((title) => title === 'এক' && one.stopCurrent())
    await one.run(stopsItself.work)
    expect(phases(one)).toEqual(['failed', 'done'])

    const all = filled('এক', 'দুই')
    const stopsAll = officeWork((title) => title === 'এক' && all.stopAll())
    await all.run(stopsAll.work)
    expect(phases(all)).toEqual(['failed', 'waiting'])
  })

  it('are not sent twice by impatient hands', async () => {
    const queue = filled('এক')
    const { work, sent } = officeWork()
    await Promise.all([queue.run(work), queue.run(work)])
    expect(sent).toEqual(['এক'])
  })
})

describe('the list of what is to be sent', () => {
  it('keeps a typed title when a file comes to it, and when the file goes', () => {
    const queue = createUploadQueue('ছুটির নোটিশ')
    queue.add([{ file: photo('scan'), title: 'scan' }])
    expect(queue.list()).toMatchObject([{ title: 'ছুটির নোটিশ', file: { name: 'scan.jpg' } }])
    queue.remove(queue.list()[0]?.id ?? '')
    expect(queue.list()).toMatchObject([{ title: 'ছুটির নোটিশ', file: null }])
  })

  it('takes back the title of a file that another one replaces, but no typed one', () => {
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

  it('gives each further file a place of its own', () => {
    const queue = filled('এক', 'দুই')
    queue.add([{ file: photo('তিন'), title: 'তিন' }])
    queue.remove(queue.list()[0]?.id ?? '')
    expect(queue.list().map(({ title }) => title)).toEqual(['দুই', 'তিন'])
  })
})
