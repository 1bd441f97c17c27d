import { once } from 'node:events'
import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDownloader } from './public-download.ts'

const bomb = gzipSync(Buffer.alloc(50_000_000))

/** What the server of strangers does, by path. */
const answers: Record<string, (res: http.ServerResponse) => void> = {
  '/ok': (res) => res.end('নোটিশ'),
  '/packed': (res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('নোটিশ')),
  '/gone': (res) => res.writeHead(410).end('gone'),
  '/members': (res) => res.writeHead(302, { location: '/wp-login.php?redirect_to=x' }).end(),
  '/secret': (res) => res.writeHead(401).end(),
  '/broken': (res) => res.writeHead(500).end(),
  '/moved': (res) => res.writeHead(301, { location: 'ok' }).end(),
  '/round': (res) => res.writeHead(302, { location: '/round' }).end(),
  '/nowhere': (res) => res.writeHead(302, { location: 'ftp://x.example/' }).end(),
  '/script': (res) => res.writeHead(302, { location: 'javascript:alert(1)' }).end(),
  '/large': (res) => res.writeHead(200, { 'content-length': 100_000_000 }).write('x'),
  '/endless': (res) => {
    const timer = setInterval(() => res.write(Buffer.alloc(100_000)), 1)
    res.on('close', () => clearInterval(timer))
  },
  '/bomb': (res) => res.writeHead(200, { 'content-encoding': 'gzip' }).write(bomb),
  '/garbled': (res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip at all'),
  '/short': (res) => {
    res.writeHead(200, { 'content-length': 1000 }).write('begun')
    setTimeout(() => res.destroy(), 20)
  },
  '/silent': () => undefined,
  '/stops': (res) => res.writeHead(200).write('begun'),
  '/trickles': (res) => {
    const timer = setInterval(() => res.write('.'), 50)
    res.on('close', () => clearInterval(timer))
  },
}
/** Addresses that are not public, in the forms that hide them. */
const INWARD = [
  'http://10.1.2.3/',
  'http://169.254.169.254/latest/meta-data/',
  'http://192.168.0.1/',
  'http://[::ffff:10.1.2.3]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://167838211/',
  'http://0xa010203/',
  'http://012.1.2.3/',
  'http://10.66051/',
  'http://0.0.0.0/',
]

let server: http.Server
let origin: string
let folder: string
const limits = { userAgent: 'test', idleMs: 10_000, totalMs: 20_000, allowLoopback: true }
const downloader = createDownloader(limits)
const hurried = createDownloader({ ...limits, idleMs: 300, totalMs: 700 })
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'download-'))
  server = http.createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://x')
    const to = searchParams.get('to')
    if (to) res.writeHead(302, { location: to }).end()
    else answers[pathname]?.(res)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  downloader.close()
  hurried.close()
  server.closeAllConnections()
  server.close()
  await fs.rm(folder, { recursive: true })
})

const get = (
  where: string,
  more: { target?: string; maxBytes?: number; signal?: AbortSignal } = {},
  by = downloader,
) =>
  by.get(new URL(where, origin), {
    maxBytes: 1_000_000,
    judge: async () => null,
    signal: new AbortController().signal,
    ...more,
  })

describe('a download from a server of strangers', () => {
  it('brings bytes or writes a file, also packed and after redirects', async () => {
    for (const where of ['/ok', '/packed', '/moved', `/?to=${encodeURIComponent('/packed')}`]) {
      const got = await get(where)
      expect('bytes' in got && got.bytes.toString()).toBe('নোটিশ')
    }
    const target = path.join(folder, 'file')
    expect(await get('/packed', { target })).toMatchObject({
      size: 15,
      url: { pathname: '/packed' },
    })
    expect(await fs.readFile(target, 'utf8')).toBe('নোটিশ')
  })

  it.each([
    ['/gone', 'gone'],
    ['/members', 'forbidden'],
    ['/secret', 'forbidden'],
    ['/broken', 'unreachable'],
    ['/round', 'unreachable'],
    ['/nowhere', 'unreachable'],
    ['/script', 'unreachable'],
    ['/large', 'too-large'],
    ['/endless', 'too-large'],
    ['/bomb', 'too-large'],
    ['/garbled', 'damaged'],
    ['/short', 'unreachable'],
    ['/silent', 'too-slow'],
    ['/stops', 'too-slow'],
    ['/trickles', 'too-slow'],
    ['http://nothing.invalid/', 'unreachable'],
  ])('of %s ends as %s, and leaves no file', async (where, reason) => {
    const target = path.join(folder, 'refused')
    const by = reason === 'too-slow' ? hurried : downloader
    expect(await get(where, { target }, by)).toEqual({ reason })
    expect(await fs.readdir(folder)).not.toContain('refused')
    // The only connection to the host is free again at once.
    const start = performance.now()
    expect(await get('/ok')).toMatchObject({ size: 15 })
    expect(performance.now() - start).toBeLessThan(2000)
  })

  it('never asks this network, neither at first nor after a redirect', async () => {
    const outside = createDownloader({ userAgent: 'test', idleMs: 300, totalMs: 700 })
    const judge = async () => null
    const { signal } = new AbortController()
    const refused = { reason: 'private-address' }
    for (const address of INWARD) {
      expect(await get(address), address).toEqual(refused)
      expect(await get(`/?to=${encodeURIComponent(address)}`), address).toEqual(refused)
    }
    // Names are judged by what they resolve to.
    for (const own of [
      origin,
      origin.replace('127.0.0.1', 'localhost'),
      'http://[::1]/',
      'http://127.1/',
    ]) {
      expect(await outside.get(new URL(own), { maxBytes: 1000, judge, signal }), own).toEqual(
        refused,
      )
    }
    outside.close()
  })

  it('is judged before each request, and ends at once where it is aborted', async () => {
    const asked: string[] = []
    const judge = async (url: URL) => {
      asked.push(url.pathname)
      return url.pathname === '/ok' ? ('other-host' as const) : null
    }
    const options = { maxBytes: 1000, judge, signal: new AbortController().signal }
    expect(await downloader.get(new URL('/moved', origin), options)).toEqual({
      reason: 'other-host',
    })
    expect(asked).toEqual(['/moved', '/ok'])
    await expect(get('/silent', { signal: AbortSignal.timeout(20) })).rejects.toThrow()
  })
})
