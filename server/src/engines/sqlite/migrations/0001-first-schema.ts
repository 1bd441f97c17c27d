import { SqlMigration } from './sql-migration.ts'

/*
 * The text of these statements is what databases of development versions contain: columns that were
 * added to a table stand on its last line, as SQLite stores them.
 */

/*
 * `seq` orders entries and is never used again. A draft is an entry that is never published:
 * `publish_at` is the last moment of the year 9999, so that everything that hides scheduled entries
 * hides drafts, and `draft` holds the rest. Most entries have few properties, and most collections have
 * their own: nullable columns.
 */
const entryTables = [
  `CREATE TABLE entry (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    collection TEXT NOT NULL,
    title TEXT NOT NULL,
    search_text TEXT NOT NULL,
    date TEXT NOT NULL,
    year INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 0,
    file TEXT,
    file_stem TEXT UNIQUE,
    video_id TEXT,
    deleted_at TEXT,
    deleted_by TEXT
  , pages_pending BOOLEAN NOT NULL DEFAULT 0, publish_at TEXT, expires_at TEXT, pinned_until TEXT, appeared_at TEXT
    GENERATED ALWAYS AS (max(created_at, coalesce(publish_at, created_at))) VIRTUAL, more_files TEXT, excerpt TEXT, kind TEXT, classes TEXT, starts_on TEXT, ends_on TEXT, time TEXT, slug TEXT, menu TEXT, position REAL, fields TEXT, reading TEXT, draft TEXT)`,
]

/*
 * The indexes of lists contain the columns that decide about visibility, so that hidden entries are
 * skipped and entries are counted without reading the rows; SQLite needs `deleted_at` there, too. The
 * indexes of order, year and kind contain the titles that searches compare, and the classes.
 */
const entryIndexes = [
  `CREATE INDEX entry_by_date ON entry
    (collection, date DESC, created_at DESC, seq DESC, publish_at, expires_at, pinned_until, deleted_at, search_text)
    WHERE deleted_at IS NULL`,
  `CREATE INDEX entry_by_appearance ON entry
    (collection, appeared_at DESC, seq DESC, publish_at, expires_at, pinned_until, deleted_at)
    WHERE deleted_at IS NULL`,
  `CREATE INDEX entry_by_year ON entry
    (collection, year, date DESC, created_at DESC, seq DESC, publish_at, expires_at, pinned_until,
     deleted_at, search_text, classes)
    WHERE deleted_at IS NULL`,
  `CREATE INDEX entry_by_kind ON entry
    (collection, kind, date DESC, created_at DESC, seq DESC, publish_at, expires_at, pinned_until,
     deleted_at, year, search_text, classes)
    WHERE kind IS NOT NULL AND deleted_at IS NULL`,
  `CREATE INDEX entry_by_title ON entry (collection, search_text, seq, publish_at, expires_at, pinned_until, deleted_at)
    WHERE deleted_at IS NULL`,
  `CREATE INDEX entry_by_start ON entry (collection, starts_on, seq, ends_on, publish_at, expires_at)
    WHERE starts_on IS NOT NULL AND deleted_at IS NULL`,
  `CREATE INDEX entry_by_position ON entry (collection, position)
    WHERE position IS NOT NULL AND deleted_at IS NULL`,
  'CREATE INDEX entry_by_update ON entry (collection, updated_at) WHERE deleted_at IS NULL',
  'CREATE INDEX entry_in_trash ON entry (deleted_at) WHERE deleted_at IS NOT NULL',
  'CREATE INDEX entry_with_pending_pages ON entry (seq) WHERE pages_pending = 1',
  'CREATE INDEX entry_to_read ON entry (reading, seq) WHERE reading IS NOT NULL',
  `CREATE INDEX entry_scheduled ON entry (publish_at)
    WHERE publish_at IS NOT NULL AND deleted_at IS NULL`,
  `CREATE INDEX entry_expiring ON entry (expires_at)
    WHERE expires_at IS NOT NULL AND deleted_at IS NULL`,
  `CREATE INDEX entry_pinned ON entry (pinned_until)
    WHERE pinned_until IS NOT NULL AND deleted_at IS NULL`,
]

/*
 * Lists read the row of an entry only: its text is in a table of its own, and its first file is in
 * `file`. `file_owner` finds the entry of a file that is not its first: a further file, or one that was
 * replaced, whose address leads to the present one. `entry_change` is a change of a published entry that
 * is not published yet. A page of a file has a row in `page_text` from the first attempt to read it on: a
 * page that crashes its reader is not tried again.
 */
const entryParts = [
  `CREATE TABLE entry_body (
    entry_seq INTEGER PRIMARY KEY REFERENCES entry (seq) ON DELETE CASCADE,
    body TEXT NOT NULL
  )`,
  `CREATE TABLE entry_change (
    entry_seq INTEGER PRIMARY KEY REFERENCES entry (seq) ON DELETE CASCADE,
    draft TEXT NOT NULL,
    base_version INTEGER NOT NULL,
    data TEXT NOT NULL,
    more_files TEXT
  )`,
  `CREATE TABLE entry_slug (
    collection TEXT NOT NULL,
    slug TEXT NOT NULL,
    entry_seq INTEGER NOT NULL REFERENCES entry (seq) ON DELETE CASCADE,
    PRIMARY KEY (collection, slug)
  ) WITHOUT ROWID`,
  'CREATE INDEX entry_slug_of_entry ON entry_slug (entry_seq)',
  `CREATE TABLE file_owner (
    stem TEXT PRIMARY KEY,
    entry_seq INTEGER NOT NULL REFERENCES entry (seq) ON DELETE CASCADE
  ) WITHOUT ROWID`,
  'CREATE INDEX file_owner_of_entry ON file_owner (entry_seq)',
  `CREATE TABLE page_text (
    stem TEXT NOT NULL,
    page INTEGER NOT NULL,
    entry_seq INTEGER NOT NULL REFERENCES entry (seq) ON DELETE CASCADE,
    source TEXT,
    lines TEXT NOT NULL,
    reader TEXT NOT NULL,
    read_at TEXT NOT NULL,
    PRIMARY KEY (stem, page)
  ) WITHOUT ROWID`,
  'CREATE INDEX page_text_of_entry ON page_text (entry_seq)',
]

/*
 * The index of the site's search has no content of its own: `search-index.ts` writes the folded words of
 * an entry and can build the index again from the records. Its rows have the numbers of the entries.
 */
const search = [
  `CREATE VIRTUAL TABLE entry_search USING fts5(
    title, body, file,
    content = '',
    contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Mn Mc'"
  )`,
  `CREATE TRIGGER entry_search_delete AFTER DELETE ON entry
    BEGIN DELETE FROM entry_search WHERE rowid = old.seq; END`,
]

/*
 * Lists show the number of entries, in total, by year and by kind. Triggers maintain these counts, so
 * that no request counts rows. `reader_count` has how often pages were read on a day in Dhaka: by entry,
 * and all pages of the site together, whose `entry_id` is empty. No row is about a person.
 */
const counts = [
  `CREATE TABLE entry_count (
    collection TEXT NOT NULL,
    year INTEGER NOT NULL,
    kind TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (collection, year, kind)
  ) WITHOUT ROWID`,
  `CREATE TRIGGER entry_count_insert AFTER INSERT ON entry WHEN new.deleted_at IS NULL
    BEGIN INSERT INTO entry_count (collection, year, kind, count)
  VALUES (new.collection, new.year, coalesce(new.kind, ''), 1)
  ON CONFLICT (collection, year, kind) DO UPDATE SET count = count + 1; END`,
  `CREATE TRIGGER entry_count_delete AFTER DELETE ON entry WHEN old.deleted_at IS NULL
    BEGIN UPDATE entry_count SET count = count - 1
  WHERE collection = old.collection AND year = old.year AND kind = coalesce(old.kind, ''); END`,
  `CREATE TRIGGER entry_count_leave AFTER UPDATE OF collection, year, kind, deleted_at ON entry
    WHEN old.deleted_at IS NULL BEGIN UPDATE entry_count SET count = count - 1
  WHERE collection = old.collection AND year = old.year AND kind = coalesce(old.kind, ''); END`,
  `CREATE TRIGGER entry_count_enter AFTER UPDATE OF collection, year, kind, deleted_at ON entry
    WHEN new.deleted_at IS NULL BEGIN INSERT INTO entry_count (collection, year, kind, count)
  VALUES (new.collection, new.year, coalesce(new.kind, ''), 1)
  ON CONFLICT (collection, year, kind) DO UPDATE SET count = count + 1; END`,
  `CREATE TABLE reader_count (
    entry_id TEXT NOT NULL,
    day TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (entry_id, day)
  ) WITHOUT ROWID`,
  'CREATE INDEX reader_count_by_day ON reader_count (day)',
  `CREATE TRIGGER reader_count_delete AFTER DELETE ON entry
    BEGIN DELETE FROM reader_count WHERE entry_id = old.id; END`,
]

const records = [
  `CREATE TABLE single_record (
    name TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    data TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 0,
    updated_at TEXT NOT NULL
  )`,
  `CREATE TABLE student_count (
    id TEXT PRIMARY KEY,
    class_name TEXT NOT NULL,
    shift TEXT NOT NULL,
    section TEXT NOT NULL,
    counts TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 0,
    updated_at TEXT NOT NULL,
    deleted_at TEXT,
    deleted_by TEXT
  )`,
  `CREATE UNIQUE INDEX student_count_group ON student_count (class_name, shift, section)
    WHERE deleted_at IS NULL`,
  `CREATE TABLE site_picture (
    name TEXT PRIMARY KEY,
    file TEXT NOT NULL,
    file_stem TEXT NOT NULL UNIQUE,
    updated_at TEXT NOT NULL
  )`,
  `CREATE TABLE version (
    thing TEXT NOT NULL,
    record_id TEXT NOT NULL,
    n INTEGER NOT NULL,
    replaced_at TEXT NOT NULL,
    replaced_by TEXT NOT NULL,
    data TEXT NOT NULL,
    more_files TEXT,
    PRIMARY KEY (thing, record_id, n)
  ) WITHOUT ROWID`,
  'CREATE INDEX version_by_time ON version (replaced_at)',
  `CREATE TABLE activity (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    title TEXT NOT NULL,
    count INTEGER,
    record_id TEXT
  )`,
  'CREATE INDEX activity_by_time ON activity (at)',
]

/*
 * A password with `password_expires_at` is a one-time password: until the admin has set an own one,
 * nothing else works. `totp_secret` and passkeys are second factors. `totp_step` is the last 30 seconds
 * whose code was used, so that no code is used twice. `counter` is the authenticator's, so that a copy of
 * a passkey is noticed.
 */
const accounts = [
  `CREATE TABLE admin (
    id TEXT PRIMARY KEY,
    username TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    created_at TEXT NOT NULL,
    disabled_at TEXT
  , last_sign_in_at TEXT, role TEXT NOT NULL DEFAULT 'head', password_expires_at TEXT, totp_secret TEXT, totp_step INTEGER)`,
  `CREATE TABLE session (
    id TEXT PRIMARY KEY,
    admin_id TEXT NOT NULL REFERENCES admin (id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    user_agent TEXT NOT NULL
  , two_step INTEGER NOT NULL DEFAULT 0)`,
  'CREATE INDEX session_of_admin ON session (admin_id)',
  `CREATE TABLE recovery_code (
    admin_id TEXT NOT NULL REFERENCES admin (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    used_at TEXT,
    PRIMARY KEY (admin_id, hash)
  ) WITHOUT ROWID`,
  `CREATE TABLE passkey (
    id TEXT PRIMARY KEY,
    admin_id TEXT NOT NULL REFERENCES admin (id) ON DELETE CASCADE,
    credential_id TEXT NOT NULL UNIQUE,
    public_key TEXT NOT NULL,
    counter INTEGER NOT NULL,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    last_used_at TEXT
  ) WITHOUT ROWID`,
  'CREATE INDEX passkey_by_admin ON passkey (admin_id, created_at)',
  `CREATE TABLE idempotency (
    admin_id TEXT NOT NULL REFERENCES admin (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    request TEXT NOT NULL,
    answer TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (admin_id, key)
  ) WITHOUT ROWID`,
]

/*
 * `seq` orders the subscriptions of a delivery and is never used again, so that a delivery which
 * continues after a restart neither skips nor repeats one. `last_ok_at` is null until a push service has
 * accepted a message. `confirm_at` is the time of the next first message, `failing_since` that of the
 * first message after `last_ok_at` that was not accepted.
 */
const subscriptions = [
  `CREATE TABLE push_subscription (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    endpoint TEXT NOT NULL UNIQUE,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    server_key TEXT NOT NULL,
    kinds TEXT,
    classes TEXT,
    created_at TEXT NOT NULL
  , origin TEXT NOT NULL DEFAULT '', last_ok_at TEXT, failing_since TEXT, confirm_at TEXT)`,
  'CREATE INDEX push_subscription_by_origin ON push_subscription (origin, seq)',
  `CREATE INDEX push_subscription_pending ON push_subscription (confirm_at)
    WHERE last_ok_at IS NULL`,
]

/** Creates all tables, indexes and triggers. */
export class FirstSchema1764000000001 extends SqlMigration {
  name = 'FirstSchema1764000000001'
  statements = [
    ...entryTables,
    ...entryIndexes,
    ...entryParts,
    ...search,
    ...counts,
    ...records,
    ...accounts,
    ...subscriptions,
  ]
}
