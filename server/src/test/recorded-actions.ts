import { MoreThan } from 'typeorm'
import { ActivityRow } from '../db/entities.ts'
import type { TestServer } from './test-server.ts'

/** Returns a function that returns what the activity has got since this call: `created by admin`. */
export async function followActivity({ server }: TestServer): Promise<() => Promise<string[]>> {
  const { read } = server.internals.db
  const [newest] = await read.find(ActivityRow, { order: { seq: 'DESC' }, take: 1 })
  const since = { seq: MoreThan(newest?.seq ?? 0) }
  return async () => {
    const rows = await server.internals.db.read.find(ActivityRow, {
      where: since,
      order: { seq: 'ASC' },
    })
    return rows.map(({ action, by }) => `${action} by ${by}`)
  }
}
