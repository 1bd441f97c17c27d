import fs from 'node:fs/promises'
import autocannon from 'autocannon'
import { PASSWORD } from './servers.mjs'

const MB = 1024 * 1024
const SAMPLE_MS = 10

/** Resident memory of a process in MB, or null where the system does not tell. */
export async function residentMb(pid) {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1]
  return kilobytes ? Number(kilobytes) / 1024 : null
}

/** Resident memory after 10,000 requests on the front page. */
export async function afterFrontPages({ url, pid }) {
  await autocannon({ url: `${url}/`, amount: 10_000, connections: 32 })
  return Math.round((await residentMb(pid)) ?? Number.NaN)
}

/** How much an upload of 25 MB raises the resident memory at its peak, in MB. */
export async function duringUpload({ url, pid }) {
  const login = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  })
  const { token } = await login.json()
  const pdf = Buffer.alloc(25 * MB - 4096, ' ')
  pdf.write('%PDF-1.4\n')
  pdf.write('\n%%EOF\n', pdf.length - 7)
  const form = new FormData()
  form.set('title', 'পরিমাপের জন্য একটি বড় ফাইল')
  form.set('file', new Blob([pdf]), 'বড় ফাইল.pdf')

  const before = (await residentMb(pid)) ?? Number.NaN
  let peak = before
  const sampler = setInterval(async () => {
    peak = Math.max(peak, (await residentMb(pid)) ?? peak)
  }, SAMPLE_MS)
  const answer = await fetch(`${url}/api/notices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  clearInterval(sampler)
  if (answer.status !== 201) throw new Error(`The upload was answered ${answer.status}`)
  return Math.round(peak - before)
}
