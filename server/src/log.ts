import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'

/** JSON lines in production, readable lines in development. Secrets never reach a line. */
export function createLog({
  logLevel,
  production,
}: Pick<Config, 'logLevel' | 'production'>): Logger {
  return pino({
    level: logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie', 'password', 'token'],
    ...(!production && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname,requestId' } },
    }),
  })
}
