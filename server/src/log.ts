import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'

/**
 * JSON lines in production, readable lines in development. Secrets never reach a line.
 * @param destination where lines go in production; standard output unless told
 */
export function createLog(
  { logLevel, production }: Pick<Config, 'logLevel' | 'production'>,
  destination?: DestinationStream,
): Logger {
  const options = {
    level: logLevel,
    redact: [
      ...['req.headers.authorization', 'req.headers.cookie', 'password', 'token'],
      // Of a refused query: hashes of passwords and ids of sessions among them.
      'err.parameters',
    ],
  }
  if (production) return pino(options, destination)
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname,requestId' } },
  })
}
