import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import * as z from 'zod'
import { DatabaseError } from '../../db/database-error.ts'

/*
 * Who may see which rows (decision 51). A connection names its school with a signature, whose key only
 * the owner of the tables can read: a statement that a fault lets through names no other school. The
 * role of the servers may own nothing; then no statement switches row-level security off either.
 */

/** The school of the connection, for policies: evaluated once for each statement, not for each row. */
export const PRESENT_SCHOOL = '(SELECT present_school())'

/** Row-level security of a table of a school. */
export const policyOf = (table: string) =>
  `POLICY of_school ON ${table} USING (school = ${PRESENT_SCHOOL}) WITH CHECK (school = ${PRESENT_SCHOOL})`

/**
 * What an operator and the background work have to know of all schools, in one statement. It becomes
 * each school in turn, for itself alone: row-level security stays in force, and no role or function
 * exists that sees the rows of two schools.
 */
const SCHOOL_STATES = `CREATE FUNCTION school_states(now_at TEXT, since TEXT, to_read TEXT[], signed TEXT[])
  RETURNS TABLE (school_name TEXT, entry_total BIGINT, last_write TEXT, has_work BOOLEAN,
    backup_failed BOOLEAN, away JSON, untold BIGINT, webhook_pending BIGINT, push_pending BIGINT,
    last_sign_in TEXT)
  LANGUAGE plpgsql AS $$
  DECLARE one TEXT;
  BEGIN
    FOREACH one IN ARRAY signed LOOP
      PERFORM set_config('bidyaloy.school', one, true);
      school_name := present_school();
      entry_total := (SELECT coalesce(sum(count), 0) FROM entry_count);
      last_write := (SELECT max(at) FROM activity);
      has_work := EXISTS (SELECT FROM entry WHERE pages_pending)
        OR EXISTS (SELECT FROM entry WHERE reading = ANY (to_read))
        OR EXISTS (SELECT FROM entry
          WHERE publish_at > since AND publish_at <= now_at AND deleted_at IS NULL)
        OR EXISTS (SELECT FROM told
          WHERE at <= extract(epoch FROM now_at::timestamptz) * 1000);
      backup_failed := EXISTS (SELECT FROM backup_task
        WHERE state::json ->> 'nightlyFailedAt' IS NOT NULL);
      away := (SELECT state::json -> 'away' FROM backup_task);
      untold := (SELECT count(*) FROM told WHERE at IS NOT NULL AND attempts > 0);
      webhook_pending := (SELECT count(*) FROM told WHERE at IS NOT NULL AND ledger = 'webhook');
      push_pending := (SELECT count(*) FROM told WHERE at IS NOT NULL AND ledger = 'push');
      last_sign_in := (SELECT max(last_sign_in_at) FROM admin);
      RETURN NEXT;
    END LOOP;
  END
$$`

/** Both hashes have the key: with one, who knows a signature could sign a longer name. */
const SIGNED = `SELECT encode(sha256(key || sha256(key || convert_to(name, 'UTF8'))), 'hex') || ' ' || name
  FROM access_key`

const signing = (schema: string) => [
  `CREATE TABLE access_key (
    one BOOLEAN PRIMARY KEY DEFAULT true CHECK (one),
    key BYTEA NOT NULL
  )`,
  `INSERT INTO access_key (key)
    SELECT sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))`,
  'REVOKE ALL ON access_key FROM PUBLIC',
  `CREATE FUNCTION sign_school(name TEXT) RETURNS TEXT LANGUAGE sql STABLE PARALLEL SAFE AS $$
    ${SIGNED}
  $$`,
  // Nobody else could read the key that it needs; this says so at once.
  'REVOKE ALL ON FUNCTION sign_school FROM PUBLIC',
  // Temporary tables would come first if they were not named last.
  `CREATE FUNCTION present_school() RETURNS TEXT LANGUAGE plpgsql STABLE PARALLEL SAFE
    SECURITY DEFINER SET search_path = ${schema}, pg_temp AS $$
    DECLARE
      given TEXT := current_setting('bidyaloy.school');
      name TEXT := substr(given, 66);
    BEGIN
      IF given = (${SIGNED}) THEN RETURN name; END IF;
      RAISE insufficient_privilege USING MESSAGE = 'the school of this connection is not signed: bidyaloy.school';
    END
  $$`,
  // Of versions without signatures.
  'DROP FUNCTION IF EXISTS school_states(TEXT, TEXT, TEXT[])',
  SCHOOL_STATES,
]

/** Tables of a school, of versions without signatures. */
const UNSIGNED = `SELECT relname AS name FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid
  WHERE polname = 'of_school' AND pg_table_is_visible(pg_class.oid) ORDER BY relname`

const Names = z.array(z.object({ name: z.string() }))
const Key = z.array(z.object({ key: z.instanceof(Buffer) }))

/** Returns the quoted name of the schema of the tables. */
async function schemaOf(client: ClientBase): Promise<string> {
  const { rows } = await client.query('SELECT current_schema() AS name')
  const [{ name }] = z.tuple([z.object({ name: z.string() })]).parse(rows)
  return client.escapeIdentifier(name)
}

/** Returns the quoted name of the database. */
async function databaseOf(client: ClientBase): Promise<string> {
  const { rows } = await client.query('SELECT current_database() AS name')
  const [{ name }] = z.tuple([z.object({ name: z.string() })]).parse(rows)
  return client.escapeIdentifier(name)
}

/** Adds signatures to a database that has none. @param client connection of the owner, in a transaction */
export async function ensureSigning(client: ClientBase): Promise<void> {
  const { rowCount } = await client.query("SELECT WHERE to_regclass('access_key') IS NOT NULL")
  if (rowCount) return
  for (const statement of signing(await schemaOf(client))) await client.query(statement)
  const { rows } = await client.query(UNSIGNED)
  for (const { name } of Names.parse(rows)) {
    await client.query(`ALTER ${policyOf(name)}`)
    await client.query(`ALTER TABLE ${name} ALTER COLUMN school SET DEFAULT present_school()`)
  }
}

/**
 * Returns a function that signs the name of a school. Names of a database without signatures stay as they are.
 * @param owner connection of the role that owns the tables
 * @throws DatabaseError if it does not own them
 */
export async function readSigning(
  owner: Pick<ClientBase, 'query'>,
): Promise<(name: string) => string> {
  const { rows } = await owner
    .query("SELECT to_regclass('access_key') IS NOT NULL AS present")
    .then(async ({ rows: [row] }) =>
      row.present ? owner.query('SELECT key FROM access_key') : { rows: [] },
    )
    .catch((error: unknown) => {
      if (!isDenied(error)) throw error
      throw new DatabaseError(
        'this role does not own the tables: set DATABASE_OWNER_URL to the one that does',
      )
    })
  const key = Key.parse(rows)[0]?.key
  if (!key) return (name) => name
  const hash = (...parts: (Buffer | string)[]) => {
    const sum = createHash('sha256')
    for (const part of parts) sum.update(part)
    return sum.digest()
  }
  return (name) => `${hash(key, hash(key, name)).toString('hex')} ${name}`
}

const isDenied = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '42501'

/** What the servers change of a school's row; its name and settings are the operator's. */
const COLUMNS_OF_SERVERS = [
  'revision',
  'search_version',
  'maintained_at',
  'files',
  'bytes',
  'missing',
  'backed_up_at',
].join(', ')

/** Tables that are the owner's alone, or of which the servers need less than all. */
const OF_OWNER = ['access_key', 'school', 'migrations']

/** Lets a role that owns nothing read and write rows. @param client as `ensureSigning` */
export async function grantRows(client: ClientBase, role: string): Promise<void> {
  const { rows } = await client.query(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()
      AND tablename <> ALL ($1) ORDER BY tablename`,
    [OF_OWNER],
  )
  const tables = Names.parse(rows).map(({ name }) => name)
  const to = client.escapeIdentifier(role)
  for (const statement of [
    // A temporary table of a pooled connection would stand in for that of the next school. Where the owner of
    // the tables is not that of the database, this changes nothing.
    `REVOKE TEMPORARY ON DATABASE ${await databaseOf(client)} FROM PUBLIC`,
    // Everybody may use `public` alone.
    `GRANT USAGE ON SCHEMA ${await schemaOf(client)} TO ${to}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ${tables.join(', ')} TO ${to}`,
    `GRANT SELECT ON school, migrations TO ${to}`,
    `GRANT UPDATE (${COLUMNS_OF_SERVERS}) ON school TO ${to}`,
  ]) {
    await client.query(statement)
  }
}
