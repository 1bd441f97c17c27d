import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import * as z from 'zod'
import { UPLOAD_FOLDERS } from '../../storage/file-store.ts'
import type { Bucket } from './bucket.ts'
import type { BucketUsers } from './bucket-users.ts'

/** Names that the server gives to uploads; other objects are left alone. */
const UPLOAD_NAME = /^[0-9a-z]{20}(?:-d[0-9]{1,2})?(?:-p[0-9]{1,2})?(?:-[0-9]{1,4})?\.[a-z]{3,4}$/

/** Since which sweep objects are unreferenced: ISO 8601, by `<folder>/<name>`. */
const Unreferenced = z.record(z.string(), z.iso.datetime())
type Unreferenced = z.infer<typeof Unreferenced>

const removals = pLimit(8)

/**
 * Removes the objects that no record references, if a sweep at least a day earlier found that too:
 * an upload is in the bucket before its record is, and a backup may need a file that was just
 * removed. What the earlier sweeps found is the object `<school>/unreferenced.json`. Removes nothing
 * while another installation uses the same files: its records may reference them.
 */
export async function removeUnreferenced(
  {
    bucket,
    school,
    users,
    log,
  }: { bucket: Bucket; school: string; users: BucketUsers; log: Logger },
  referenced: () => Promise<ReadonlySet<string>>,
  now: Date,
): Promise<void> {
  await users.mark()
  if (await users.areSeveral(now)) return
  const objects: { path: string; at: number }[] = []
  for (const folder of UPLOAD_FOLDERS) {
    for (const { name, at } of await bucket.list(`${school}/${folder}/`)) {
      if (UPLOAD_NAME.test(name)) objects.push({ path: `${folder}/${name}`, at })
    }
  }
  // Read after the list, so that it has the record of every listed file.
  const paths = await referenced()
  if (paths.size === 0 && objects.length > 0) {
    log.error(
      { objects: objects.length },
      'no record has a file, but the bucket has: the database may be a wrong one, and nothing was removed',
    )
    return
  }
  const key = `${school}/unreferenced.json`
  const before = await readUnreferenced({ bucket, log }, key)
  const after: Unreferenced = {}
  const removed: string[] = []
  const isOld = (since: number) => now.getTime() - since >= DAY_MS
  for (const { path, at } of objects) {
    if (paths.has(path)) continue
    const since = before[path] ?? now.toISOString()
    // A restored backup may have stored the object again.
    if (isOld(Date.parse(since)) && isOld(at)) removed.push(path)
    else after[path] = since
  }
  await Promise.all(removed.map((path) => removals(() => bucket.remove(`${school}/${path}`))))
  if (removed.length > 0) log.info({ removed }, 'files without a record were removed')
  const text = JSON.stringify(after)
  if (text !== JSON.stringify(before)) await bucket.put(key, { text })
}

async function readUnreferenced(
  { bucket, log }: { bucket: Bucket; log: Logger },
  key: string,
): Promise<Unreferenced> {
  const text = await bucket.getText(key)
  if (text === null) return {}
  try {
    return Unreferenced.parse(JSON.parse(text))
  } catch (error) {
    log.warn({ err: error }, 'the list of unreferenced files is not valid, and begins again')
    return {}
  }
}
