import { startCuttingProxy } from '../e2e/support/cutting-proxy.ts'
import { resumeUpload } from '../shared/src/api/resume-upload.ts'
import { pdfOf } from './publish.mjs'

/*
 * `broken-line <address> <authorization>`: publishes a file over a line that breaks, by an upload that
 * goes on, and by forms. Sends to its parent what arrived, the breaks, and the multiple of the file
 * that was sent.
 */
const [address = '', authorization = ''] = process.argv.slice(2)
const MB = 1024 * 1024
const BYTES = 25 * MB
const BYTES_TO_BREAK = 4 * MB
const FORMS = 10

const file = new File([pdfOf(BYTES)], 'বড়.pdf')

const publish = (url, fields) => {
  const form = new FormData()
  form.set('title', 'বড় ফাইল')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const sent = fetch(`${url}/api/notices`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  })
  return sent.then(({ status }) => status === 201).catch(() => false)
}

/** @param work publishes through the line's address, and returns whether it succeeded */
async function overBrokenLine(work) {
  const line = await startCuttingProxy(address, BYTES_TO_BREAK)
  const arrived = String(await work(line.url))
  await line.close()
  return { arrived, cuts: line.cuts(), sent: line.sent() / BYTES }
}

const resumed = await overBrokenLine(async (url) => {
  const { id } = await resumeUpload(file, {
    async send({ method, path, headers, body }) {
      const request = { method, headers: { ...headers, authorization }, ...(body && { body }) }
      const response = await fetch(url + path, request).catch(() => null)
      if (!response) return null
      const { status, headers: received } = response
      return { status, text: await response.text(), header: (name) => received.get(name) }
    },
    onStart: () => undefined,
    retryDelays: [0, 1000, 3000],
  })
  return publish(url, { uploads: JSON.stringify([id]) })
})

const form = await overBrokenLine(async (url) => {
  for (let time = 0; time < FORMS; time += 1) if (await publish(url, { file })) return true
  return false
})

process.send({ resumed, form })
process.exit()
