import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { files as contactFiles } from '@bidyaloy/shared/features/contact/paths'
import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { siteFiles } from '@bidyaloy/shared/site-addresses'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pushEnv } from '../../test/push-service.ts'
import { IS_POSTGRES, startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
/** Another site, that answers all requests with `respond`. */
let other: http.Server
let respond: http.RequestListener
let requests: number
beforeEach(async () => {
  requests = 0
  respond = (_req, res) => res.end('another site')
  other = http.createServer((req, res) => {
    requests += 1
    respond(req, res)
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  await school.stop()
  other.closeAllConnections()
  other.close()
})

const otherUrl = () => `http://127.0.0.1:${(other.address() as AddressInfo).port}`
const state = async (website: string) => {
  const contact = await school.visitor.getContact().catch(() => null)
  const body = { ...sampleContact, website }
  await (contact ? school.admin.updateContact({ body }) : school.admin.createContact({ body }))
}
const textAt = async (place: string) => (await school.fetch(place)).text()
const addresses = async () => {
  const canonical = /rel="canonical" href="([^"]*)"/.exec(await textAt('/allNotices'))?.[1]
  const { addressKnown, addressProblem, siteUrl } = await school.admin.adminOverview()
  const sitemap = (await school.fetch(siteFiles.sitemap)).status
  return { addressKnown, addressProblem, siteUrl, canonical, sitemap }
}
const unknown = { addressKnown: false, siteUrl: undefined, canonical: undefined, sitemap: 404 }
const known = (url: string) => ({
  addressKnown: true,
  addressProblem: undefined,
  siteUrl: url,
  canonical: `${url}/allNotices`,
  sitemap: 200,
})

describe("the school's own address", () => {
  it('is used once this installation answers there, until another one is stated', async () => {
    school = await startTestServer({ env: pushEnv })
    expect(await addresses()).toEqual({ ...unknown, addressProblem: 'missing' })
    await state(school.url)
    await expect.poll(addresses).toEqual(known(school.url))
    expect(await textAt(siteFiles.feed)).toContain(`href="${school.url}/feed.xml"`)
    await state(otherUrl())
    expect(await addresses()).toMatchObject(unknown)
    expect(await textAt(siteFiles.feed)).not.toContain(otherUrl())
    await state('নেই')
    expect(await addresses()).toEqual({ ...unknown, addressProblem: 'missing' })
  })

  it('is not used while another site is there', async () => {
    school = await startTestServer({ env: pushEnv })
    const neighbour = await startTestServer({ school: 'neighbour' })
    for (const website of [otherUrl(), neighbour.url]) {
      await state(website)
      await expect.poll(addresses).toEqual({ ...unknown, addressProblem: 'other' })
    }
    await neighbour.stop()
  })

  it('is asked where it redirects to only within the same name', async () => {
    school = await startTestServer({ env: pushEnv })
    const { port } = new URL(school.url)
    respond = (_req, res) => res.writeHead(302, { location: `http://localhost:${port}/` }).end()
    await state(otherUrl())
    await expect.poll(addresses).toEqual({ ...unknown, addressProblem: 'other' })
    respond = (_req, res) => res.writeHead(308, { location: `${school.url}/` }).end()
    await state('নেই')
    await state(otherUrl())
    await expect.poll(addresses).toEqual(known(school.url))
  })

  it('is never asked in the network of the server', async () => {
    school = await startTestServer()
    for (const website of [otherUrl(), 'http://printer.internal', 'http://[::1]']) {
      await state('নেই')
      await school.admin.updateContact({ body: { ...sampleContact, website } }).catch(() => null)
    }
    await state(otherUrl())
    await expect.poll(addresses).toEqual({ ...unknown, addressProblem: 'unreachable' })
    expect(requests).toBe(0)
  })

  it('stays known while it cannot be reached, for a week', async () => {
    let now = Date.now()
    const clock = () => new Date(now)
    school = await startTestServer({ env: pushEnv, clock })
    await state(school.url)
    await expect.poll(addresses).toEqual(known(school.url))
    const { url } = school
    now += 2 * DAY_MS
    // At another port.
    school = await school.restart()
    expect(await addresses()).toEqual(known(url))
    now += 6 * DAY_MS
    school = await school.restart()
    await expect.poll(addresses).toEqual({ ...unknown, addressProblem: 'unreachable' })
  })

  it.skipIf(IS_POSTGRES)('is not known to another installation with the same records', async () => {
    school = await startTestServer({ env: pushEnv })
    await state(school.url)
    await expect.poll(addresses).toEqual(known(school.url))
    await fs.rm(path.join(school.dataDir, 'server-key'))
    school = await school.restart()
    expect(await addresses()).toMatchObject(unknown)
  })
})

describe('the website in the contact record', () => {
  it('is required, but may say that there is none', async () => {
    school = await startTestServer()
    const save = async (website?: string) => {
      const response = await school.fetchAsAdmin('/api/contactus', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...sampleContact, website }),
      })
      return response.status
    }
    await school.admin.createContact({ body: sampleContact })
    for (const wrong of [undefined, '', ' ', 'আমার সাইট', 'ftp://example.edu.bd']) {
      expect([wrong, await save(wrong)]).toEqual([wrong, 400])
    }
    for (const none of ['নেই', 'নাই', 'প্রযোজ্য নয়', 'প্রযোজ্য নয়', 'জানা নেই।', 'N/A', '-']) {
      expect([none, await save(none)]).toEqual([none, 200])
    }
    expect(await textAt(contactFiles.card)).not.toContain('URL:')
  })
})
