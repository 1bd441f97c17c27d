import { createForward } from '../forward.ts'
import { createOutbox } from '../outbox/outbox.ts'
import { openOutboxStore } from '../outbox/outbox-store.ts'
import { createConnection } from '../school/connection.ts'
import { createOutboxTransport } from '../school/school.ts'

/*
 * A process with only the real outbox, killed by a test at random times:
 * `kill-child <folder> <address> <token> <first number | drain>`. Prints each acknowledged change.
 */
const [folder = '', address = '', token = '', first = 'drain'] = process.argv.slice(2)

const { store, damaged } = await openOutboxStore(folder)
if (damaged.length > 0) throw new Error(`damaged: ${damaged.join(', ')}`)
const connection = createConnection(createForward({ address, token: async () => token }), () =>
  outbox.resume(),
)
const outbox = createOutbox({
  store,
  send: createOutboxTransport(connection),
  backoff: () => 20,
  onFault(error) {
    throw error
  },
})
process.stdout.write('ready\n')

if (first === 'drain') {
  await outbox.settled()
  const { items } = outbox.view()
  process.stdout.write(`left ${items.length}\n`)
  await outbox.stop()
} else {
  for (let number = Number(first); ; number += 1) await promise(number)
}

async function promise(number: number): Promise<void> {
  const form = new FormData()
  form.set('title', `নোটিশ ${number}`)
  form.set('file', new Blob([`নোটিশ ${number}\n`.repeat(200)], { type: 'text/plain' }), 'n.txt')
  const encoded = new Response(form)
  const contentType = encoded.headers.get('content-type')
  const body = new Uint8Array(await encoded.arrayBuffer())
  const { result } = await outbox.put(
    {
      key: `kill-${number}`,
      endpoint: 'createEntry',
      method: 'POST',
      path: '/api/notices',
      contentType,
      target: `notices/q${number}`,
      temporaryId: `q${number}`,
      baseVersion: null,
      about: { collection: 'notices', title: `নোটিশ ${number}`, fileName: 'n.txt' },
    },
    body,
  )
  process.stdout.write(`promised ${number}\n`)
  // Every third awaits its response; the others queue up.
  if (number % 3 === 0) await result
}
