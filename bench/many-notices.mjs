import { createRequire } from 'node:module'
import path from 'node:path'

// A dependency of the server workspace.
const Sqlite = createRequire(new URL('../server/package.json', import.meta.url))('better-sqlite3')

/** In every text. */
export const COMMON = 'বিদ্যালয়'
const LETTERS_OF_WORDS = 'কখগঘচছজটডতদনপফবভমরলসহ'
const SIGNS = ['', 'া', 'ি', 'ু', 'ে', 'ো']

/** A word for each number, the same in every run. */
export const wordOf = (n) => {
  let word = ''
  for (let rest = n + 500; rest > 0; rest = Math.floor(rest / 126)) {
    word += LETTERS_OF_WORDS[rest % 21] + SIGNS[Math.floor(rest / 21) % 6]
  }
  return word
}

/** Returns a text whose words are as unevenly frequent as those of a language. */
export function textOf(random, letters) {
  const words = [COMMON]
  for (let length = 0; length < letters; length += words.at(-1).length + 1) {
    words.push(wordOf(Math.floor(20_000 * random() ** 3)))
  }
  return words.join(' ')
}

export function seeded(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Multiplies the sample school's notices to the given number, or deletes the surplus.
 * @param options.files whether copies reference the original's file
 * @param options.letters length of the text of each notice; 0 keeps those of the sample
 */
export function withNotices(count, { files = false, letters = 0 } = {}) {
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
      if (letters > 0) writeTexts(database, letters)
      // Else the start would build the index.
      database.exec(`INSERT INTO entry_search (rowid, title)
        SELECT seq, title FROM entry WHERE collection = 'notices' AND seq NOT IN
          (SELECT id FROM entry_search_docsize)`)
    })()
    database.close()
  }
}

/** Gives each notice a text. */
function writeTexts(database, letters) {
  const random = seeded(7)
  const write = database.prepare('INSERT OR REPLACE INTO entry_body VALUES (?, ?)')
  const mark = database.prepare("UPDATE entry SET excerpt = '…' WHERE seq = ?")
  const notices = database.prepare("SELECT seq FROM entry WHERE collection = 'notices'").pluck()
  for (const seq of notices.all()) {
    write.run(seq, textOf(random, letters))
    mark.run(seq)
  }
}
