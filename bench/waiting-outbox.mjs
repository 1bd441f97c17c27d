import { createOutbox } from '../desktop/src/outbox/outbox.ts'
import { openOutboxStore } from '../desktop/src/outbox/outbox-store.ts'

/*
 * Fills a real outbox with 1,000 changes that no server answers, every tenth with a 200 kB file:
 * `waiting-outbox <folder>`. Sends to its parent: heap growth, resident memory growth and total in MB,
 * and milliseconds to reopen the folder.
 */
const [folder = ''] = process.argv.slice(2)
const MB = 1024 * 1024
const CHANGES = 1000
const LARGE = 200_000

const sweep = () => {
  for (let time = 0; time < 3; time += 1) globalThis.gc()
  return process.memoryUsage()
}

const options = { send: async () => null, offlineTimeoutMs: 0 }
const before = sweep()
const { store } = await openOutboxStore(folder)
const outbox = createOutbox({ ...options, store })
for (let number = 1; number <= CHANGES; number += 1) {
  const title = `নোটিশ ${number}`
  const form = new FormData()
  form.set('title', title)
  form.set('file', new Blob([Buffer.alloc(number % 10 === 0 ? LARGE : 2000, 32)]), 'n.txt')
  const encoded = new Response(form)
  await outbox.put(
    {
      key: `bench-${number}`,
      endpoint: 'createEntry',
      method: 'POST',
      path: '/api/notices',
      contentType: encoded.headers.get('content-type'),
      target: `notices/q${number}`,
      temporaryId: `q${number}`,
      baseVersion: null,
      about: { collection: 'notices', title, fileName: 'n.txt' },
    },
    new Uint8Array(await encoded.arrayBuffer()),
  )
}
const after = sweep()
await outbox.stop()
const began = performance.now()
const { store: again } = await openOutboxStore(folder)
const open = performance.now() - began
if (again.items().length !== CHANGES)
  throw new Error(`Expected ${CHANGES} changes, found ${again.items().length}`)
process.send({
  heap: (after.heapUsed - before.heapUsed) / MB,
  rss: (after.rss - before.rss) / MB,
  whole: after.rss / MB,
  open,
})
