import net from 'node:net'

/** A connection on which a test writes what it likes. */
export interface RawConnection {
  socket: net.Socket
  /** All that has come back so far. */
  received: () => string
  /** Settles when either end has closed it, also when by a reset. */
  closed: Promise<void>
}

/**
 * Opens a connection to a server.
 * @param from local address to come from; of Linux every one in 127.0.0.0/8
 */
export function connect(url: string, from?: string): RawConnection {
  const { hostname, port } = new URL(url)
  const socket = net.connect({
    ...{ host: hostname, port: Number(port) },
    ...(from !== undefined && { localAddress: from }),
  })
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
  })
  // A reset is one of the ends that are looked for.
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  return { socket, received: () => received, closed }
}

/** Status, headers (names in lower case) and body of an answer as it came over the line. */
export function parseAnswer(text: string): {
  status: number
  headers: Headers
  body: string
} {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const body = Buffer.from(rest.join('\r\n\r\n'), 'latin1').toString('utf8')
  return { status: Number(first.split(' ')[1]), headers, body }
}
