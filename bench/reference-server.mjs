import http from 'node:http'

/**
 * The yardstick: a bare `node:http` server that sends one answer from memory. It is told the answer
 * by its parent process and tells its port back.
 */
process.once('message', ({ headers, body }) => {
  const bytes = Buffer.from(body, 'base64')
  const server = http.createServer((_req, res) => {
    res.writeHead(200, headers)
    res.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
})
