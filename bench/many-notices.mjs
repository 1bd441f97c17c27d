import { createRequire } from 'node:module'
import path from 'node:path'

// A package of the server's, which alone talks to the database.
const Sqlite = createRequire(new URL('../server/package.json', import.meta.url))('better-sqlite3')

/**
 * Makes as many notices out of those of the sample school, or takes the rest of them away.
 * @param options.files whether what is made names the file that it was copied with
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
