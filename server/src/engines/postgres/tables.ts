import { policyOf } from './access.ts'

/*
 * The tables in PostgreSQL, as they are after the migrations of SQLite. Every table of a school has
 * the column `school`, first in every key and index, which no statement names: its default and the
 * row-level security are the school of the connection (decision 22).
 */

/** A migration. Released ones are immutable. Columns are dropped one release after their last use. */
export interface PostgresMigration {
  /** That of the last migration of SQLite that it contains, or one that SQLite has not. */
  name: string
  statements: readonly string[]
}

/** Sorts as SQLite does. */
const TEXT = 'TEXT COLLATE "C"'
/** The next number of a table, as SQLite's AUTOINCREMENT: never given twice in a school. */
const seqOf = (table: string) => `BIGINT NOT NULL DEFAULT next_seq('${table}')`
const ENTRY_SEQ = 'FOREIGN KEY (school, entry_seq) REFERENCES entry (school, seq) ON DELETE CASCADE'
const ADMIN_ID = 'FOREIGN KEY (school, admin_id) REFERENCES admin (school, id) ON DELETE CASCADE'

/** A table of a school. `TEXT` in its columns is compared bytewise. */
function schoolTable(name: string, columns: string): string[] {
  return [
    `CREATE TABLE ${name} (
      school ${TEXT} NOT NULL DEFAULT present_school() REFERENCES school (name) ON DELETE CASCADE,
      ${columns.replaceAll(/\bTEXT\b/g, TEXT)}
    )`,
    `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`,
    `CREATE ${policyOf(name)}`,
  ]
}

/** SQLite's functions of JSON, which is stored as text, and of texts. */
const sqliteFunctions = [
  `CREATE FUNCTION json_each(source TEXT) RETURNS TABLE (key TEXT, value TEXT)
    LANGUAGE sql IMMUTABLE AS $$
      SELECT (at - 1)::text, one #>> '{}'
        FROM jsonb_array_elements(CASE jsonb_typeof(source::jsonb) WHEN 'array' THEN source::jsonb END)
          WITH ORDINALITY AS list (one, at)
      UNION ALL
      SELECT pair.key, pair.value #>> '{}'
        FROM jsonb_each(CASE jsonb_typeof(source::jsonb) WHEN 'object' THEN source::jsonb END) AS pair
    $$`,
  `CREATE FUNCTION json_array_length(source TEXT) RETURNS INTEGER
    LANGUAGE sql IMMUTABLE AS $$ SELECT jsonb_array_length(source::jsonb) $$`,
  `CREATE FUNCTION json_member(source TEXT, name TEXT) RETURNS TEXT
    LANGUAGE sql IMMUTABLE AS $$ SELECT source::jsonb ->> name $$`,
  'CREATE OPERATOR ->> (LEFTARG = TEXT, RIGHTARG = TEXT, FUNCTION = json_member)',
  `CREATE FUNCTION instr(whole TEXT, part TEXT) RETURNS INTEGER
    LANGUAGE sql IMMUTABLE AS $$ SELECT strpos(whole, part) $$`,
]

/** Numbers of the school's own: those of a restored backup are not those of other schools. */
const sequences = [
  ...schoolTable('sequence', 'name TEXT NOT NULL, seq BIGINT NOT NULL, PRIMARY KEY (school, name)'),
  `CREATE FUNCTION next_seq(of_table TEXT) RETURNS BIGINT LANGUAGE sql AS $$
    INSERT INTO sequence AS present (name, seq) VALUES (of_table, 1)
      ON CONFLICT (school, name) DO UPDATE SET seq = present.seq + 1 RETURNING seq
  $$`,
]

const shown = 'publish_at, expires_at, pinned_until'

const entryTables = [
  ...schoolTable(
    'entry',
    `seq ${seqOf('entry')}, id TEXT NOT NULL, collection TEXT NOT NULL, title TEXT NOT NULL,
    search_text TEXT NOT NULL, date TEXT NOT NULL, year INTEGER NOT NULL, created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL, version INTEGER NOT NULL DEFAULT 0, file TEXT, file_stem TEXT,
    video_id TEXT, deleted_at TEXT, deleted_by TEXT, pages_pending BOOLEAN NOT NULL DEFAULT false,
    publish_at TEXT, expires_at TEXT, pinned_until TEXT,
    appeared_at TEXT GENERATED ALWAYS AS (greatest(created_at, publish_at)) STORED,
    more_files TEXT, excerpt TEXT, kind TEXT, classes TEXT, starts_on TEXT, ends_on TEXT, time TEXT,
    slug TEXT, menu TEXT, position DOUBLE PRECISION, fields TEXT, reading TEXT, draft TEXT,
    PRIMARY KEY (school, seq), UNIQUE (school, id), UNIQUE (school, file_stem)`,
  ),
  `CREATE INDEX entry_by_date ON entry (school, collection, date DESC, created_at DESC, seq DESC)
    INCLUDE (${shown}) WHERE deleted_at IS NULL`,
  `CREATE INDEX entry_by_appearance ON entry (school, collection, appeared_at DESC, seq DESC)
    INCLUDE (${shown}) WHERE deleted_at IS NULL`,
  `CREATE INDEX entry_by_year ON entry (school, collection, year, date DESC, created_at DESC, seq DESC)
    INCLUDE (${shown}) WHERE deleted_at IS NULL`,
  `CREATE INDEX entry_by_kind ON entry (school, collection, kind, date DESC, created_at DESC, seq DESC)
    INCLUDE (${shown}) WHERE kind IS NOT NULL AND deleted_at IS NULL`,
  `CREATE INDEX entry_by_title ON entry (school, collection, search_text, seq)
    WHERE deleted_at IS NULL`,
  'CREATE INDEX entry_by_update ON entry (school, collection, updated_at) WHERE deleted_at IS NULL',
  `CREATE INDEX entry_by_start ON entry (school, collection, starts_on, seq)
    WHERE starts_on IS NOT NULL AND deleted_at IS NULL`,
  `CREATE INDEX entry_by_position ON entry (school, collection, position)
    WHERE position IS NOT NULL AND deleted_at IS NULL`,
  'CREATE INDEX entry_in_trash ON entry (school, deleted_at) WHERE deleted_at IS NOT NULL',
  'CREATE INDEX entry_with_pending_pages ON entry (school, seq) WHERE pages_pending',
  'CREATE INDEX entry_to_read ON entry (school, reading, seq) WHERE reading IS NOT NULL',
  `CREATE INDEX entry_scheduled ON entry (school, publish_at)
    WHERE publish_at IS NOT NULL AND deleted_at IS NULL`,
  `CREATE INDEX entry_expiring ON entry (school, expires_at)
    WHERE expires_at IS NOT NULL AND deleted_at IS NULL`,
  `CREATE INDEX entry_pinned ON entry (school, pinned_until)
    WHERE pinned_until IS NOT NULL AND deleted_at IS NULL`,
  ...schoolTable(
    'entry_body',
    `entry_seq BIGINT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (school, entry_seq), ${ENTRY_SEQ}`,
  ),
  ...schoolTable(
    'entry_change',
    `entry_seq BIGINT NOT NULL, draft TEXT NOT NULL, base_version INTEGER NOT NULL,
    data TEXT NOT NULL, more_files TEXT, PRIMARY KEY (school, entry_seq), ${ENTRY_SEQ}`,
  ),
  ...schoolTable(
    'page_text',
    `stem TEXT NOT NULL, page INTEGER NOT NULL, entry_seq BIGINT NOT NULL, source TEXT,
    lines TEXT NOT NULL, reader TEXT NOT NULL, read_at TEXT NOT NULL,
    PRIMARY KEY (school, stem, page), ${ENTRY_SEQ}`,
  ),
  'CREATE INDEX page_text_of_entry ON page_text (school, entry_seq)',
  ...schoolTable(
    'file_owner',
    `stem TEXT NOT NULL, entry_seq BIGINT NOT NULL, PRIMARY KEY (school, stem), ${ENTRY_SEQ}`,
  ),
  'CREATE INDEX file_owner_of_entry ON file_owner (school, entry_seq)',
  ...schoolTable(
    'entry_slug',
    `collection TEXT NOT NULL, slug TEXT NOT NULL, entry_seq BIGINT NOT NULL,
    PRIMARY KEY (school, collection, slug), ${ENTRY_SEQ}`,
  ),
  'CREATE INDEX entry_slug_of_entry ON entry_slug (school, entry_seq)',
  ...schoolTable(
    'entry_count',
    `collection TEXT NOT NULL, year INTEGER NOT NULL, kind TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (school, collection, year, kind)`,
  ),
  ...schoolTable(
    'reader_count',
    `entry_id TEXT NOT NULL, day TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (school, entry_id, day)`,
  ),
  'CREATE INDEX reader_count_by_day ON reader_count (school, day)',
  // The folded words with their places: A in the title, B in the text, C in files. Without an index:
  // `@@` is not leakproof, so that under row-level security none would ever be used.
  ...schoolTable(
    'entry_search',
    `seq BIGINT NOT NULL, words TSVECTOR NOT NULL, PRIMARY KEY (school, seq),
    FOREIGN KEY (school, seq) REFERENCES entry (school, seq) ON DELETE CASCADE`,
  ),
]

const countTriggers = [
  `CREATE FUNCTION count_entry() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' AND old.deleted_at IS NULL THEN
        UPDATE entry_count SET count = count - 1
          WHERE school = old.school AND collection = old.collection AND year = old.year
            AND kind = coalesce(old.kind, '');
      END IF;
      IF TG_OP <> 'DELETE' AND new.deleted_at IS NULL THEN
        INSERT INTO entry_count AS present (collection, year, kind, count)
          VALUES (new.collection, new.year, coalesce(new.kind, ''), 1)
          ON CONFLICT (school, collection, year, kind) DO UPDATE SET count = present.count + 1;
      END IF;
      IF TG_OP = 'DELETE' THEN
        DELETE FROM reader_count WHERE school = old.school AND entry_id = old.id;
      END IF;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER entry_count AFTER INSERT OR DELETE OR UPDATE OF collection, year, kind, deleted_at
    ON entry FOR EACH ROW EXECUTE FUNCTION count_entry()`,
]

const recordTables = [
  ...schoolTable(
    'version',
    `thing TEXT NOT NULL, record_id TEXT NOT NULL, n INTEGER NOT NULL, replaced_at TEXT NOT NULL,
    replaced_by TEXT NOT NULL, data TEXT NOT NULL, more_files TEXT,
    PRIMARY KEY (school, thing, record_id, n)`,
  ),
  'CREATE INDEX version_by_time ON version (school, replaced_at)',
  ...schoolTable(
    'single_record',
    `name TEXT NOT NULL, id TEXT NOT NULL, data TEXT NOT NULL, version INTEGER NOT NULL DEFAULT 0,
    updated_at TEXT NOT NULL, PRIMARY KEY (school, name), UNIQUE (school, id)`,
  ),
  ...schoolTable(
    'site_picture',
    `name TEXT NOT NULL, file TEXT NOT NULL, file_stem TEXT NOT NULL, updated_at TEXT NOT NULL,
    PRIMARY KEY (school, name), UNIQUE (school, file_stem)`,
  ),
  ...schoolTable(
    'student_count',
    `id TEXT NOT NULL, class_name TEXT NOT NULL, shift TEXT NOT NULL, section TEXT NOT NULL,
    counts TEXT NOT NULL, version INTEGER NOT NULL DEFAULT 0, updated_at TEXT NOT NULL,
    deleted_at TEXT, deleted_by TEXT, PRIMARY KEY (school, id)`,
  ),
  `CREATE UNIQUE INDEX student_count_group ON student_count (school, class_name, shift, section)
    WHERE deleted_at IS NULL`,
  ...schoolTable(
    'activity',
    `seq ${seqOf('activity')}, at TEXT NOT NULL, by TEXT NOT NULL, action TEXT NOT NULL, subject TEXT NOT NULL,
    title TEXT NOT NULL, count INTEGER, record_id TEXT, PRIMARY KEY (school, seq)`,
  ),
  'CREATE INDEX activity_by_time ON activity (school, at)',
  ...schoolTable(
    'push_subscription',
    `seq ${seqOf('push_subscription')}, endpoint TEXT NOT NULL, p256dh TEXT NOT NULL, auth TEXT NOT NULL,
    server_key TEXT NOT NULL, kinds TEXT, classes TEXT, created_at TEXT NOT NULL,
    origin TEXT NOT NULL DEFAULT '', last_ok_at TEXT, failing_since TEXT, confirm_at TEXT,
    PRIMARY KEY (school, seq), UNIQUE (school, endpoint)`,
  ),
  'CREATE INDEX push_subscription_by_origin ON push_subscription (school, origin, seq)',
  `CREATE INDEX push_subscription_pending ON push_subscription (school, confirm_at)
    WHERE last_ok_at IS NULL`,
]

const accountTables = [
  ...schoolTable(
    'admin',
    `id TEXT NOT NULL, username TEXT NOT NULL, role TEXT NOT NULL DEFAULT 'head',
    password_hash TEXT NOT NULL, password_expires_at TEXT, totp_secret TEXT, totp_step INTEGER,
    created_at TEXT NOT NULL, disabled_at TEXT, last_sign_in_at TEXT,
    PRIMARY KEY (school, id), UNIQUE (school, username)`,
  ),
  ...schoolTable(
    'session',
    `id TEXT NOT NULL, admin_id TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT NOT NULL,
    user_agent TEXT NOT NULL, two_step BOOLEAN NOT NULL DEFAULT false,
    PRIMARY KEY (school, id), ${ADMIN_ID}`,
  ),
  'CREATE INDEX session_of_admin ON session (school, admin_id)',
  ...schoolTable(
    'recovery_code',
    `admin_id TEXT NOT NULL, hash TEXT NOT NULL, used_at TEXT,
    PRIMARY KEY (school, admin_id, hash), ${ADMIN_ID}`,
  ),
  ...schoolTable(
    'passkey',
    `id TEXT NOT NULL, admin_id TEXT NOT NULL, credential_id TEXT NOT NULL, public_key TEXT NOT NULL,
    counter BIGINT NOT NULL, name TEXT NOT NULL, created_at TEXT NOT NULL, last_used_at TEXT,
    PRIMARY KEY (school, id), UNIQUE (school, credential_id), ${ADMIN_ID}`,
  ),
  'CREATE INDEX passkey_by_admin ON passkey (school, admin_id, created_at)',
  ...schoolTable(
    'idempotency',
    `admin_id TEXT NOT NULL, key TEXT NOT NULL, request TEXT NOT NULL, answer TEXT NOT NULL,
    created_at TEXT NOT NULL, PRIMARY KEY (school, admin_id, key), ${ADMIN_ID}`,
  ),
]

/** What SQLite's schools have in files of their data folder, or in memory. */
const fileTables = [
  ...schoolTable('backup_task', 'state TEXT NOT NULL, PRIMARY KEY (school)'),
  ...schoolTable('secret', 'name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (school, name)'),
  ...schoolTable(
    'told',
    `ledger TEXT NOT NULL, id TEXT NOT NULL, collection TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, at BIGINT, progress TEXT,
    n BIGINT GENERATED BY DEFAULT AS IDENTITY,
    PRIMARY KEY (school, ledger, id)`,
  ),
  'CREATE INDEX told_next ON told (school, ledger, at, n) WHERE at IS NOT NULL',
]

/** What the processes agree on. Of all schools, so that one statement serves them all. */
const processTables = [
  // Who does which work; the name begins with the school.
  `CREATE TABLE lease (
    name ${TEXT} PRIMARY KEY,
    holder ${TEXT} NOT NULL,
    until TIMESTAMPTZ NOT NULL
  )`,
  // That of RateLimiterPostgres; the key begins with the school.
  `CREATE TABLE rate_limit (
    key ${TEXT} PRIMARY KEY,
    points INTEGER NOT NULL DEFAULT 0,
    expire BIGINT
  )`,
  'CREATE INDEX rate_limit_by_time ON rate_limit (expire)',
]

/** Runs a statement as each school in turn: row-level security shows no other rows. */
const inEachSchool = (statement: string) => `DO $$
  DECLARE one TEXT;
  BEGIN
    FOR one IN SELECT name FROM school LOOP
      PERFORM set_config('bidyaloy.school', sign_school(one), true);
      ${statement};
    END LOOP;
  END
$$`

/** All migrations, oldest first. */
export const postgresMigrations: readonly PostgresMigration[] = [
  {
    name: 'FirstSchema1764000000001',
    statements: [
      ...sqliteFunctions,
      // `revision` is the lock of all writes of a school. `search_version` is that of the folding.
      // The last four are what the daily maintenance has found.
      `CREATE TABLE school (
        name ${TEXT} PRIMARY KEY,
        host ${TEXT} UNIQUE,
        public_url ${TEXT},
        revision BIGINT NOT NULL DEFAULT 1,
        search_version INTEGER NOT NULL DEFAULT 0,
        created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
        maintained_at TIMESTAMPTZ,
        files INTEGER,
        bytes BIGINT,
        backed_up_at TIMESTAMPTZ
      )`,
      ...sequences,
      ...entryTables,
      ...recordTables,
      ...countTriggers,
      ...accountTables,
      ...fileTables,
      ...processTables,
    ],
  },
  {
    name: 'OneTableOfRecords1764600000001',
    statements: [
      ...schoolTable(
        'record',
        `id TEXT NOT NULL, type TEXT NOT NULL, key TEXT NOT NULL, data TEXT NOT NULL,
        version INTEGER NOT NULL DEFAULT 0, updated_at TEXT NOT NULL, deleted_at TEXT,
        deleted_by TEXT, PRIMARY KEY (school, id)`,
      ),
      'CREATE UNIQUE INDEX record_by_key ON record (school, type, key) WHERE deleted_at IS NULL',
      'CREATE INDEX record_in_trash ON record (school, deleted_at) WHERE deleted_at IS NOT NULL',
      // A count whose numbers cannot be read keeps its class, shift and section.
      `CREATE FUNCTION pg_temp.readable_json(source TEXT) RETURNS JSONB LANGUAGE plpgsql AS $$
        BEGIN
          RETURN source::jsonb;
        EXCEPTION WHEN others THEN
          RETURN '{}';
        END
      $$`,
      inEachSchool(`INSERT INTO record (id, type, key, data, version, updated_at, deleted_at, deleted_by)
        SELECT id, 'studentCounts', class_name || ' ' || shift || ' ' || section,
          (pg_temp.readable_json(counts) || jsonb_build_object(
            'className', class_name, 'shift', shift, 'section', section))::text,
          version, updated_at, deleted_at, deleted_by
        FROM student_count`),
      'DROP TABLE student_count',
    ],
  },
  {
    name: 'NamesOfAccounts1764700000001',
    statements: [`ALTER TABLE admin ADD COLUMN name ${TEXT}, ADD COLUMN post ${TEXT}`],
  },
  {
    name: 'AlertsOfSessions1764800000001',
    statements: [`ALTER TABLE session ADD COLUMN alerts ${TEXT}`],
  },
  {
    name: 'ListOfAllEntries1764900000001',
    statements: [
      `CREATE INDEX entry_of_all_by_date ON entry (school, date DESC, created_at DESC, seq DESC)
        INCLUDE (${shown}) WHERE deleted_at IS NULL`,
    ],
  },
  {
    name: 'ApprovalsTakenBack1765000000001',
    statements: [`ALTER TABLE entry ADD COLUMN approved ${TEXT}`],
  },
  {
    name: 'UrgentEntries1765100000001',
    statements: [
      `ALTER TABLE entry ADD COLUMN urgent_until ${TEXT}`,
      `CREATE INDEX entry_urgent ON entry (school, urgent_until)
        WHERE urgent_until IS NOT NULL AND deleted_at IS NULL`,
    ],
  },
  {
    name: 'PublishedFiles1765200000001',
    statements: [
      ...schoolTable(
        'published_file',
        `stem TEXT NOT NULL, sha256 TEXT NOT NULL, entry_id TEXT NOT NULL, from_at TEXT,
        until_at TEXT, ended TEXT, PRIMARY KEY (school, stem, sha256)`,
      ),
      `CREATE INDEX published_file_by_hash ON published_file (school, sha256, from_at)
        WHERE from_at IS NOT NULL`,
      'CREATE INDEX published_file_of_entry ON published_file (school, entry_id)',
    ],
  },
  {
    name: 'RequestsAboutPhotos1765300000001',
    statements: [
      ...schoolTable(
        'photo_request',
        `id TEXT NOT NULL, stem TEXT NOT NULL, at TEXT NOT NULL, answered_at TEXT, data TEXT NOT NULL,
        PRIMARY KEY (school, id)`,
      ),
      'CREATE INDEX photo_request_by_stem ON photo_request (school, stem)',
      ...schoolTable(
        'withdrawn_file',
        'stem TEXT NOT NULL, at TEXT NOT NULL, erased_at TEXT, PRIMARY KEY (school, stem)',
      ),
    ],
  },
  {
    name: 'VideoPictures1765400000001',
    statements: [
      `ALTER TABLE entry ADD COLUMN video_picture ${TEXT}`,
      'ALTER TABLE entry ADD COLUMN video_pending BOOLEAN NOT NULL DEFAULT false',
      `ALTER TABLE entry ADD COLUMN consent ${TEXT}`,
      inEachSchool('UPDATE entry SET video_pending = true WHERE video_id IS NOT NULL'),
      'CREATE INDEX entry_with_pending_video ON entry (school, seq) WHERE video_pending',
    ],
  },
  {
    name: 'SealedResults1765500000001',
    statements: [
      ...schoolTable(
        'result_sheet',
        `id TEXT NOT NULL, key TEXT NOT NULL, until TEXT NOT NULL,
        wrong_tries INTEGER NOT NULL DEFAULT 0, data TEXT NOT NULL,
        PRIMARY KEY (school, id), UNIQUE (school, key)`,
      ),
      ...schoolTable(
        'sealed_result',
        `id TEXT NOT NULL, sheet_id TEXT NOT NULL, box TEXT NOT NULL, PRIMARY KEY (school, id)`,
      ),
      'CREATE INDEX sealed_result_of_sheet ON sealed_result (school, sheet_id)',
    ],
  },
  {
    name: 'MovesFromOlderSites1765600000001',
    statements: [
      ...schoolTable(
        'move_in',
        'id TEXT NOT NULL, state TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (school, id)',
      ),
      ...schoolTable(
        'move_in_item',
        `move_in TEXT NOT NULL, n INTEGER NOT NULL, key TEXT NOT NULL, outcome TEXT NOT NULL,
        reason TEXT, collection TEXT NOT NULL, category TEXT NOT NULL, at TEXT, year INTEGER,
        is_draft BOOLEAN NOT NULL, files INTEGER NOT NULL, bytes BIGINT, left_out TEXT, item TEXT NOT NULL, detail TEXT, entry_id TEXT,
        PRIMARY KEY (school, move_in, n), UNIQUE (school, move_in, key)`,
      ),
      'CREATE INDEX move_in_item_by_outcome ON move_in_item (school, move_in, outcome, n)',
      `CREATE INDEX move_in_item_of_entry ON move_in_item (school, entry_id)
        WHERE entry_id IS NOT NULL`,
      ...schoolTable(
        'old_address',
        `path TEXT NOT NULL, address TEXT NOT NULL, move_in TEXT NOT NULL, entry_id TEXT NOT NULL,
        place INTEGER, PRIMARY KEY (school, path)`,
      ),
      'CREATE INDEX old_address_of_move ON old_address (school, move_in)',
      'CREATE INDEX old_address_of_entry ON old_address (school, entry_id)',
    ],
  },
  {
    // Of PostgreSQL alone: only there are many schools.
    name: 'SettingsOfSchools1765700000001',
    statements: [
      // At `further_hosts` visitors are led to `host`. `quota` is in bytes; `missing` is a finding of
      // the daily maintenance.
      `ALTER TABLE school
        ADD COLUMN further_hosts TEXT[] COLLATE "C" NOT NULL DEFAULT '{}',
        ADD COLUMN suspended_at TIMESTAMPTZ,
        ADD COLUMN quota BIGINT,
        ADD COLUMN missing INTEGER`,
      // Bytes of files stored since they were measured. Not in the school's row, which is the lock of
      // its writes.
      `CREATE TABLE school_usage (
        name ${TEXT} PRIMARY KEY REFERENCES school (name) ON DELETE CASCADE,
        added BIGINT NOT NULL
      )`,
    ],
  },
  {
    name: 'HashesOfActivity1765800000001',
    statements: [`ALTER TABLE activity ADD COLUMN hash ${TEXT}`],
  },
  {
    name: 'EventsOfAccounts1765900000001',
    statements: [
      `ALTER TABLE admin ADD COLUMN events ${TEXT}, ADD COLUMN devices ${TEXT}`,
      `ALTER TABLE session ADD COLUMN device ${TEXT}`,
    ],
  },
]
