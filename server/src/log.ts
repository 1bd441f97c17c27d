import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'
import { openLogFile } from './log-file.ts'

/**
 * Creates the logger: JSON lines in production and in a file, readable lines in development. Secrets
 * are redacted.
 * @param destination of the lines in production; defaults to the file of the settings, or standard output
 */
export function createLog(
  {
    logLevel,
    logFile,
    production,
  }: Pick<Config, 'logLevel' | 'production'> & Partial<Pick<Config, 'logFile'>>,
  destination?: DestinationStream,
): Logger {
  const options = {
    level: logLevel,
    redact: [
      'req.headers.authorization',
      'req.headers.cookie',
      'password',
      'token',
      // Parameters of a failed query may contain password hashes and session ids.
      'err.parameters',
      // PostgreSQL names the values of a key there.
      'err.detail',
      'err.driverError',
      // Its pool adds the connection, with the key that cancels statements.
      'err.client',
    ],
  }
  if (logFile !== undefined) return pino(options, destination ?? openLogFile(logFile))
  if (production) return pino(options, destination)
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname,requestId' } },
  })
}
