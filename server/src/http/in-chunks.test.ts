import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { inChunks } from './in-chunks.ts'

test('returns the results of all chunks in order', async () => {
  const numbers = Array.from({ length: 250 }, (_, n) => n)
  const sizes: number[] = []
  const doubled = await inChunks(numbers, (chunk) => {
    sizes.push(chunk.length)
    return chunk.map((n) => 2 * n)
  })
  expect(doubled).toEqual(numbers.map((n) => 2 * n))
  expect(sizes).toEqual([100, 100, 50])
  expect(await inChunks([], () => ['never'])).toEqual([])
})

test('accepts waiting connections between chunks', async () => {
  const server = net.createServer((socket) => {
    accepted += 1
    socket.destroy()
  })
  let accepted = 0
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  try {
    for (let n = 0; n < 60; n += 1) net.connect(port, '127.0.0.1').on('error', () => undefined)
    await inChunks(Array(1000).fill(0), () => [])
    expect(accepted).toBe(60)
  } finally {
    server.close()
  }
})
