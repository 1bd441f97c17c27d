import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import http from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'

/*
 * Reference servers: plain `node:http` servers that do one job each. The parent process sends the job and
 * receives the port.
 */
const makers = {
  /** Sends one response from memory. */
  answer({ status, headers, body }) {
    const bytes = Buffer.from(body, 'base64')
    return (_req, res) => {
      res.writeHead(status, headers)
      res.end(bytes)
    }
  },

  /** Streams a part of a file. */
  file({ status, headers, file, start, end }) {
    return (_req, res) => {
      res.writeHead(status, headers)
      createReadStream(file, { start, end }).pipe(res)
    }
  },

  /** Writes the body to a file, syncs it, and inserts a row with its name. */
  create({ folder }) {
    const Sqlite = createRequire(new URL('../server/package.json', import.meta.url))(
      'better-sqlite3',
    )
    const database = new Sqlite(path.join(folder, 'reference.sqlite'))
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.exec('CREATE TABLE notice (id INTEGER PRIMARY KEY, title TEXT, file TEXT)')
    const insert = database.prepare('INSERT INTO notice (title, file) VALUES (?, ?)')
    let count = 0
    return async (req, res) => {
      const chunks = []
      for await (const chunk of req) chunks.push(chunk)
      count += 1
      const file = path.join(folder, `reference-${count}.pdf`)
      await fs.writeFile(file, chunks, { flush: true })
      insert.run('পরিমাপের জন্য একটি নোটিশ', file)
      res.writeHead(201, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ file }))
    }
  },
}

process.once('message', ({ kind, ...order }) => {
  const server = http.createServer(makers[kind](order))
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
})
