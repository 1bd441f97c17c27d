import http from 'node:http'

/*
 * The yardsticks: bare `node:http` servers that do one thing each. Its parent process tells one
 * what to do and is told its port.
 */
const makers = {
  /** Sends one answer from memory. */
  answer({ status, headers, body }) {
    const bytes = Buffer.from(body, 'base64')
    return (_req, res) => {
      res.writeHead(status, headers)
      res.end(bytes)
    }
  },
}

process.once('message', ({ kind, ...order }) => {
  const server = http.createServer(makers[kind](order))
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
})
