import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QUEUED_HEADER } from '@bidyaloy/shared/desktop/answer-headers'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from './test/folders.ts'
import { openTestProgram } from './test/program.ts'

const ABOUT = { product: 'bidyaloy', api: 1, name: 'বিদ্যালয়' }

/** A server that does as it likes; its address, and what it was asked. */
async function hostile(answer: RequestListener): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim())
    answer(request, response)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, asked }
}

async function tried(answer: RequestListener): Promise<unknown> {
  const { address } = await hostile(answer)
  const desk = await openTestProgram(await temporaryFolder())
  const found = await desk.page('/desktop/profiles', {
    method: 'POST',
    body: JSON.stringify({ address }),
  })
  return found.json()
}

test('a server that is not what it should be is not taken in', async () => {
  const refused = (reason: string) => ({ result: 'refused', reason })
  const away = await hostile((_, response) => response.end(JSON.stringify(ABOUT)))
  expect(
    await tried((_, response) => response.writeHead(302, { location: away.address }).end()),
  ).toEqual(refused('no-answer'))
  expect(away.asked).toEqual([])
  expect(await tried((_, response) => response.end('<script>alert(1)</script>'))).toEqual(
    refused('other-server'),
  )
  expect(await tried((_, response) => response.writeHead(500).end(JSON.stringify(ABOUT)))).toEqual(
    refused('other-server'),
  )
  let sent = 0
  const endless = await tried((_, response) => {
    const more = () => {
      if (response.destroyed) return
      sent += 1
      response.write(Buffer.alloc(16_384, ' '), more)
    }
    more()
  })
  expect(endless).toEqual(refused('other-server'))
  expect(sent * 16_384).toBeLessThan(16_000_000)
})

test('what a server answers cannot speak for the program, nor run in its page', async () => {
  const { address, asked } = await hostile((request, response) => {
    if (request.url === '/api/about') return response.end(JSON.stringify(ABOUT))
    response.writeHead(200, {
      'content-type': request.url?.startsWith('/api/') ? 'application/json' : 'text/html',
      'set-cookie': 'a=b',
      'content-security-policy': "script-src 'unsafe-inline'",
      'clear-site-data': '"storage"',
      'access-control-allow-origin': '*',
      'service-worker-allowed': '/',
      refresh: '0; url=/desktop/state',
      location: '/desktop/state',
      link: '</evil.js>; rel=preload',
      [QUEUED_HEADER]: '1',
    })
    return response.end(request.url?.startsWith('/api/') ? '[]' : '<script>alert(1)</script>')
  })
  const desk = await openTestProgram(await temporaryFolder())
  await desk.page('/desktop/profiles', { method: 'POST', body: JSON.stringify({ address }) })
  for (const path of ['/api/notices', '/uploads/x.html', '/TeacherInformation.html']) {
    const answer = await desk.page(path)
    const { 'cache-control': _, ...headers } = Object.fromEntries(answer.headers)
    expect(headers).toEqual({
      'content-type': expect.any(String),
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
  }
  // Also from the disk, and never as a page of the program.
  const known = asked.length
  for (const path of ['/uploads/..%2f..%2fdesktop%2fstate', '/api/%2e%2e/desktop/nothing']) {
    await desk.page(path)
  }
  expect(asked.slice(known).filter((line) => !/^GET \/(uploads|api)\//.test(line))).toEqual([])
  expect((await desk.page('/api/../desktop/state')).headers.get('content-type')).toContain('json')
})

test('a site in use reaches nothing of another', async () => {
  const answer: RequestListener = (request, response) =>
    request.url === '/api/about' ? response.end(JSON.stringify(ABOUT)) : response.destroy()
  const desk = await openTestProgram(await temporaryFolder())
  const sites: string[] = []
  for (const { address } of [await hostile(answer), await hostile(answer)]) {
    const body = JSON.stringify({ address })
    const found = await desk.page('/desktop/profiles', { method: 'POST', body })
    const { profile } = await found.json()
    sites.push(profile.id)
    await desk.api.createEntry({
      params: { collection: 'notices' },
      body: { title: address },
      file: new File(['x'], 'n.txt', { type: 'text/plain' }),
    })
  }
  const list = await (await desk.page('/desktop/outbox')).json()
  expect(list).toHaveLength(1)
  for (const path of [
    `/desktop/outbox/..%2f${sites[0]}%2foutbox%2f1/fields`,
    '/desktop/outbox/-1/fields',
    '/desktop/outbox/1e0/../2/fields',
    `/desktop/profiles/..%2f${sites[0]}`,
    '/desktop/given/..%2fsettings.json',
    '/desktop/changes/..%2f..%2fsettings.json',
  ]) {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await desk.page(path, { method })).status).toBe(404)
    }
  }
})
