import net from 'node:net'

/** A TCP connection on which a test writes arbitrary bytes. */
export interface RawConnection {
  socket: net.Socket
  /** Everything received so far, as latin1. */
  received: () => string
  /** Resolves when either end has closed or reset the connection. */
  closed: Promise<void>
}

/**
 * Opens a connection to a server.
 * @param from local address; on Linux any in 127.0.0.0/8
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
  // A reset is an expected outcome.
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  return { socket, received: () => received, closed }
}

/** Parses the text of an HTTP response. */
export function parseResponse(text: string): {
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
