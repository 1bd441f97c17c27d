import fs from 'node:fs/promises'
import path from 'node:path'
import { createForward } from '../forward.ts'
import { localFile } from '../outbox/file-changes.ts'
import { openLargeFiles } from '../outbox/large-files.ts'
import { createOutbox } from '../outbox/outbox.ts'
import { type NewOutboxItem, openOutboxStore } from '../outbox/outbox-store.ts'
import { writeBodyParts } from '../outbox/rewrite-body.ts'
import { createConnection } from '../school/connection.ts'
import { createOutboxTransport } from '../school/school.ts'

/*
 * A process with only the real outbox, killed by a test at random times:
 * `kill-child <folder> <address> <token> <first number | drain>`. Prints each acknowledged change:
 * notices with a text and two files, every second one then reordered with a third file.
 */
const [folder = '', address = '', token = '', first = 'drain'] = process.argv.slice(2)

const { store, damaged } = await openOutboxStore(folder)
if (damaged.length > 0) throw new Error(`damaged: ${damaged.join(', ')}`)
const connection = createConnection(createForward({ address, token: async () => token }), () =>
  outbox.resume(),
)
const uploads = path.join(folder, 'cache')
await fs.mkdir(uploads, { recursive: true })
const outbox = createOutbox({
  store,
  send: createOutboxTransport(
    connection,
    await openLargeFiles(path.join(uploads, 'uploads.json'), connection.forward),
  ),
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
  const [first, second] = ['১.txt', '২.txt'].map((name) => sheet(number, name))
  const created = [first, second].flatMap((file) => file ?? [])
  const title = `নোটিশ ${number}`
  const make = await change(number, { title, body: `লেখা ${number}` }, created)
  const { result } = await outbox.put({ ...make.item, temporaryId: `q${number}` }, make.body)
  process.stdout.write(`promised ${number}\n`)
  if (number % 2 === 0) {
    const [one, two] = make.item.files.map(({ filePath }) => filePath)
    const reorder = await change(number, { files: [two, null, one] }, [sheet(number, '৩.txt')])
    const { key, path: list } = reorder.item
    const put = { endpoint: 'updateEntry', method: 'PUT', path: `${list}/q${number}` } as const
    await outbox.put({ ...reorder.item, ...put, key: `${key}-order` }, reorder.body)
    process.stdout.write(`reordered ${number}\n`)
  }
  // Every third awaits its response; the others queue up.
  if (number % 3 === 0) await result
}

function sheet(number: number, name: string): File {
  return new File([`নোটিশ ${number}, ${name}\n`.repeat(100)], name, { type: 'text/plain' })
}

async function change(number: number, fields: Record<string, unknown>, files: readonly File[]) {
  const { body, contentType } = await writeBodyParts({ fields, files }, true)
  const item: NewOutboxItem = {
    key: `kill-${number}`,
    endpoint: 'createEntry',
    method: 'POST',
    path: '/api/notices',
    contentType,
    target: `notices/q${number}`,
    temporaryId: null,
    baseVersion: null,
    about: { collection: 'notices', title: `নোটিশ ${number}`, hasText: true },
    files: files.map((file) => localFile('uploads', file)),
  }
  return { item, body }
}
