import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { EntityManager } from 'typeorm'
import { expect, it } from 'vitest'
import { SingleRecordRow } from '../../db/entities.ts'
import { openDatabase } from './sqlite-database.ts'

const record = (name: string) => ({
  name,
  id: name,
  data: {},
  version: 0,
  updatedAt: '2026-01-01T00:00:00.000Z',
})

it('commits writes after a failed one that SQLite rolled back itself', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-db-'))
  const database = await openDatabase(path.join(folder, 'db.sqlite'))
  const put = (tx: EntityManager, name: string) => tx.insert(SingleRecordRow, record(name))
  // This connection sees only committed rows.
  const names = async () =>
    (await database.read.find(SingleRecordRow)).map(({ name }) => name).sort()
  try {
    await database.write((tx) => put(tx, 'before'))
    const broken = database.write(async (tx) => {
      await put(tx, 'lost')
      // Rolls the transaction back, as SQLite does by itself on a full disk.
      await tx.query(
        "INSERT OR ROLLBACK INTO single_record SELECT * FROM single_record WHERE name = 'before'",
      )
    })
    await expect(broken).rejects.toThrow(/UNIQUE/)
    const failed = database.write(async (tx) => {
      await put(tx, 'failed')
      throw new Error('failed')
    })
    await expect(failed).rejects.toThrow('failed')
    await database.write((tx) => put(tx, 'after'))
    expect(await names()).toEqual(['after', 'before'])
  } finally {
    await database.close()
    await fs.rm(folder, { recursive: true, force: true })
  }
})

it('serves other requests between writes that wait, and between their answers', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-db-'))
  const database = await openDatabase(path.join(folder, 'db.sqlite'))
  const names = Array.from({ length: 10 }, (_, at) => `record ${at}`)
  const [began, ended] = [new Set<number>(), new Set<number>()]
  let turn = 0
  // The commits after the first one share a revision.
  database.beforeChange(() => expect.poll(() => began.size).toBe(names.length))
  try {
    const writes = names.map(async (name) => {
      await database.write(async (tx) => {
        began.add(turn)
        await tx.insert(SingleRecordRow, record(name))
      })
      ended.add(turn)
    })
    let isDone = false
    void Promise.all(writes).finally(() => {
      isDone = true
    })
    for (; !isDone; turn += 1) await setImmediate()
    await Promise.all(writes)
    expect([began.size, ended.size]).toEqual([names.length, names.length])
  } finally {
    await database.close()
    await fs.rm(folder, { recursive: true, force: true })
  }
})
