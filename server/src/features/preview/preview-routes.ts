import { previewPath } from '@bidyaloy/shared/api/paths'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { HOUR_MS } from '@bidyaloy/shared/lib/durations'
import type { EntryText } from '@bidyaloy/shared/papers/entry-text'
import { type EntityManager, MoreThan } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { ActivityRow, type Draft, EntryChangeRow, EntryRow } from '../../db/entities.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { newId } from '../../ids.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import type { SigningSecret } from '../auth/session-token.ts'
import { assertMayDecide, type Writer } from '../collections/approval.ts'
import { findDraft } from '../collections/collection-queries.ts'
import { changeState } from '../collections/entry-changes.ts'
import { findUndeleted } from '../collections/find-entry.ts'
import { shownEntryText } from '../papers/paper-queries.ts'
import { type PreviewedEntry, readPreviewToken, signPreviewToken } from './preview-token.ts'

/** Drafts that are shown to everyone who has a token. */
export interface Previews {
  /**
   * Returns the entry of a token, and its draft; `ended` after its hour, or if it was ended before;
   * null if it is not valid.
   */
  find(token: string): Promise<(PreviewedEntry & { draft: Entry | null }) | 'ended' | null>
  /** Returns the text of the files of an entry as visitors will see it. @throws Problem `not_found` */
  textOf(entry: PreviewedEntry): Promise<EntryText>
  /** Whether a token shows the file with this stem: it is one of its draft. */
  showsFile(token: string, stem: string): Promise<boolean>
  /** Registers the routes that issue and end tokens. */
  routes(router: ApiRouter, deps: RouteDeps): void
}

export function createPreviews({
  db,
  clock,
  secret,
}: {
  db: Database
  clock: Clock
  secret: SigningSecret
}): Previews {
  const find: Previews['find'] = async (token) => {
    const now = clock()
    const named = readPreviewToken(token, await secret.current(), now)
    if (named === null || named === 'ended') return named
    const { link, ...entry } = named
    const draft = await findDraft(db.read, entry, now)
    if (!draft) return { ...entry, draft }
    const stored = await storedDraft(db.read, entry)
    return stored.draft.preview?.id === link ? { ...entry, draft } : 'ended'
  }
  return {
    find,
    textOf: async ({ collection, id }) =>
      shownEntryText(db.read, await findUndeleted(db.read, collection, id)),
    async showsFile(token, stem) {
      const found = await find(token)
      if (found === null || found === 'ended' || !found.draft) return false
      return filesOf(found.draft).some(({ filePath }) =>
        filePath.split('/')[1]?.startsWith(`${stem}.`),
      )
    },
    routes(router, deps) {
      route(router, deps, 'previewEntry', async ({ params, admin }) => {
        const now = clock()
        const writer = { by: admin.username, mayApprove: admin.may('approve') }
        const link = await openPreview(db, params, { writer, now })
        const { token, expiresAt } = signPreviewToken(
          { ...params, link },
          await secret.current(),
          now,
        )
        return { url: previewPath(token), expiresAt }
      })
      route(router, deps, 'endPreview', async ({ params, admin }) => {
        const writer = { by: admin.username, mayApprove: admin.may('approve') }
        await endPreview(db, params, { writer, now: clock() })
        return undefined
      })
    },
  }
}

type PreviewContext = { writer: Pick<Writer, 'by' | 'mayApprove'>; now: Date }

/** Opens the link of a draft for an hour from now, or lengthens the one that is open. Returns its id. */
function openPreview(
  db: Database,
  entry: PreviewedEntry,
  { writer, now }: PreviewContext,
): Promise<string> {
  return db.writePrivate(async (tx) => {
    const { draft, title, store } = await storedDraft(tx, entry)
    // For an hour everyone may read what only its owner or a head may publish.
    assertMayDecide(draft, writer)
    const { preview } = draft
    const id = preview && preview.until > now.toISOString() ? preview.id : newId()
    const until = new Date(now.getTime() + HOUR_MS).toISOString()
    await store({ ...draft, preview: { id, until } })
    await recordPreview(tx, { ...entry, title }, { by: writer.by, now })
    return id
  })
}

/** Ends the link of a draft. */
async function endPreview(
  db: Database,
  entry: PreviewedEntry,
  { writer, now }: PreviewContext,
): Promise<void> {
  await db.writePrivate(async (tx) => {
    const { draft, title, store } = await storedDraft(tx, entry)
    assertMayDecide(draft, writer)
    const { preview, ...without } = draft
    if (!preview) return
    await store(without)
    if (preview.until <= now.toISOString()) return
    const subject = entry.collection
    const event = { action: 'previewEnded', subject, title, recordId: entry.id } as const
    await recordActivity(tx, { by: writer.by, now }, event)
  })
}

/**
 * Returns the draft of an entry, or that of its change, as it is stored.
 * @throws Problem `not_found`
 */
async function storedDraft(
  manager: EntityManager,
  { collection, id }: PreviewedEntry,
): Promise<{ draft: Draft; title: string; store: (draft: Draft) => Promise<unknown> }> {
  const row = await findUndeleted(manager, collection, id)
  const { seq, title, draft } = row
  if (draft) {
    return { draft, title, store: (after) => manager.update(EntryRow, { seq }, { draft: after }) }
  }
  const change = await manager.findOneBy(EntryChangeRow, { entrySeq: seq })
  if (!change) throw new Problem('not_found')
  const store = (after: Draft) =>
    manager.update(EntryChangeRow, { entrySeq: seq }, { draft: after })
  return { draft: change.draft, title: changeState(row, change).title, store }
}

/** Records the first link of an account to an entry in an hour: a writer looks again and again. */
async function recordPreview(
  tx: EntityManager,
  { collection, id, title }: PreviewedEntry & { title: string },
  context: ActionContext,
): Promise<void> {
  const event = { action: 'previewMade', subject: collection, recordId: id } as const
  const since = new Date(context.now.getTime() - HOUR_MS).toISOString()
  const recent = { ...event, by: context.by, at: MoreThan(since) }
  if (await tx.existsBy(ActivityRow, recent)) return
  await recordActivity(tx, context, { ...event, title })
}
