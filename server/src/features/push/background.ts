import type { Logger } from 'pino'

/** Runs tasks whose errors only the log sees. @param failed the log's sentence */
export function createBackground(log: Logger, failed: string) {
  const running = new Set<Promise<void>>()
  return {
    run(task: () => Promise<void>) {
      const run = task()
        .catch((error: unknown) => log.error({ err: error }, failed))
        .finally(() => running.delete(run))
      running.add(run)
    },
    idle: async () => void (await Promise.all(running)),
  }
}
