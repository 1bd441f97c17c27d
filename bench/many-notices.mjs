import { createRequire } from 'node:module'
import path from 'node:path'

// A dependency of the server workspace.
const Sqlite = createRequire(new URL('../server/package.json', import.meta.url))('better-sqlite3')

/**
 * Multiplies the sample school's notices to the given number, or deletes the surplus.
 * @param options.files whether copies reference the original's file
 */
export function withNotices(count, { files = false } = {}) {
  return async (dataDir) => {
    const database = new Sqlite(path.join(dataDir, 'bidyaloy.sqlite'))
    const columns = database
      .pragma('table_info(entry)')
      .map(({ name }) => name)
      .filter((name) => name !== 'appeared_at')
    const made = {
      seq: 'NULL',
      id: "'many' || :n",
      title: "title || ' ' || :n",
      search_text: "search_text || ' ' || :n",
      ...(!files && { file: 'NULL' }),
      file_stem: 'NULL',
      pinned_until: 'NULL',
    }
    const samples = database
      .prepare("SELECT seq FROM entry WHERE collection = 'notices' AND deleted_at IS NULL")
      .pluck()
      .all()
    const copy = database.prepare(
      `INSERT INTO entry (${columns}) SELECT ${columns.map((name) => made[name] ?? name)} FROM entry WHERE seq = :seq`,
    )
    const remove = database.prepare('DELETE FROM entry WHERE seq = ?')
    database.transaction(() => {
      for (let n = samples.length; n < count; n += 1) {
        copy.run({ n, seq: samples[n % samples.length] })
      }
      for (const seq of samples.slice(count)) remove.run(seq)
    })()
    database.close()
  }
}
