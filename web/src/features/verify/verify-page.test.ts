import type { Verdict } from '@bidyaloy/shared/features/verify/verify'
import { expect, it } from 'vitest'
import { emptySchool } from '../../site/empty-school.ts'
import { createRenderer } from '../../site/renderer.tsx'

const now = new Date('2026-11-22T04:00:00.000Z')
const publicUrl = 'https://school.example.bd'
const HASH = 'a'.repeat(64)

/** Returns the content of a page. */
async function mainOf(path: string, api: Parameters<typeof emptySchool>[0]): Promise<string> {
  const { render } = await createRenderer({ start: '', styles: '', sheets: {}, pages: {} })
  const request = new Request(`http://site.invalid${path}`)
  const page = await render(request, { api: emptySchool(api), now, publicUrl })
  expect(page.status).toBe(200)
  return /<main.*?<\/main>/s.exec(await page.text())?.[0] ?? ''
}

const answer = (verdict: Verdict) =>
  mainOf(`/verify?sha256=${HASH}`, { verifyFile: async () => verdict })

it('says each verdict in its words', async () => {
  const at = '2026-11-20T04:00:00.000Z'
  const entry = { title: 'ছুটি', url: '/n/k3v9x0c2m1qa' }
  const published = await answer({ state: 'published', at, ...entry })
  expect(published).toContain('এই বিদ্যালয় ২০ নভেম্বর ২০২৬ তারিখে প্রকাশ করেছে')
  expect(published).toContain('<a href="/n/k3v9x0c2m1qa">ছুটি</a>')
  const replaced = await answer({ state: 'replaced', at, ...entry })
  expect(replaced).toContain('২০ নভেম্বর ২০২৬ তারিখে বদলানো হয়েছে')
  expect(replaced).toContain('<a href="/n/k3v9x0c2m1qa">এখনকারটি দেখুন</a>')
  const withdrawn = await answer({ state: 'withdrawn', at })
  expect(withdrawn).toContain('২০ নভেম্বর ২০২৬ তারিখে প্রত্যাহার করা হয়েছে')
  const unknown = await answer({ state: 'unknown' })
  expect(unknown).toContain('এই ফাইল এই ওয়েবসাইটে প্রকাশিত হয়নি')
  expect(unknown).toContain('শুধু এতেই এটি ভুয়া বলা যায় না')
})

it('asks by path for an address of this site, and for none of another', async () => {
  const asked: unknown[] = []
  const ask = (address: string) =>
    mainOf(`/verify?address=${encodeURIComponent(address)}`, {
      verifyFile: async ({ query } = {}) => {
        asked.push(query)
        return { state: 'unknown' }
      },
    })
  expect(await ask('school.example.bd/n/1')).toContain('এই ঠিকানায় এই ওয়েবসাইটে কিছু')
  expect(asked).toEqual([{ address: '/n/1' }])
  const foreign = await ask('evil.example/n/1')
  expect(foreign).toContain('এই ওয়েবসাইটের ঠিকানা নয়')
  expect(foreign).toContain('শুরু হয় school.example.bd দিয়ে')
  expect(await mainOf('/verify?sha256=12', {})).toContain('লিংকটি অসম্পূর্ণ')
})

it('draws the code of a printed notice on the server', async () => {
  const entry = { _id: 'k3v9x0c2m1qa', title: 'ছুটি', body: 'কাল ছুটি।', excerpt: 'কাল ছুটি।' }
  const dates = { date: now.toISOString(), createdAt: now.toISOString(), __v: 0 }
  const page = await mainOf('/n/k3v9x0c2m1qa', { getEntry: async () => ({ ...entry, ...dates }) })
  expect(page).toMatch(/<svg viewBox="0 0 \d+ \d+" id="print-qr"><path d="M[\dhvzM -]+"/)
  expect(page).toContain('school.example.bd/n/k3v9x0c2m1qa')
})
