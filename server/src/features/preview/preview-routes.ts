import { previewPath } from '@bidyaloy/shared/api/paths'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { HOUR_MS } from '@bidyaloy/shared/durations'
import type { EntryText } from '@bidyaloy/shared/papers/entry-text'
import { MoreThan } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { ActivityRow } from '../../db/entities.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import type { SigningSecret } from '../auth/session-token.ts'
import { assertMayDecide } from '../collections/approval.ts'
import { findDraft, findUndeleted, getDraft } from '../collections/collection-queries.ts'
import { shownEntryText } from '../papers/paper-queries.ts'
import { type PreviewedEntry, readPreviewToken, signPreviewToken } from './preview-token.ts'

/** Drafts that are shown to everyone who has a token. */
export interface Previews {
  /** Returns the entry of a token, and its draft; `ended` after its hour; null if it is not valid. */
  find(token: string): Promise<(PreviewedEntry & { draft: Entry | null }) | 'ended' | null>
  /** Returns the text of the files of an entry as visitors will see it. @throws Problem `not_found` */
  textOf(entry: PreviewedEntry): Promise<EntryText>
  /** Whether a token shows the file with this stem: it is one of its draft. */
  showsFile(token: string, stem: string): Promise<boolean>
  /** Registers the route that issues tokens. */
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
    const entry = readPreviewToken(token, await secret.current(), now)
    if (entry === null || entry === 'ended') return entry
    return { ...entry, draft: await findDraft(db.read, entry, now) }
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
        const { title, status = 'draft', draft } = await getDraft(db.read, params, now)
        // For an hour everyone may read what only its owner or a head may publish.
        const writer = { by: admin.username, mayApprove: admin.may('approve') }
        if (draft) assertMayDecide({ status, ...draft }, writer)
        await recordPreview(db, { ...params, title }, { by: admin.username, now })
        const { token, expiresAt } = signPreviewToken(params, await secret.current(), now)
        return { url: previewPath(token), expiresAt }
      })
    },
  }
}

/** Records the first link of an account to an entry in an hour: a writer looks again and again. */
async function recordPreview(
  db: Database,
  { collection, id, title }: PreviewedEntry & { title: string },
  context: ActionContext,
): Promise<void> {
  const event = { action: 'previewMade', subject: collection, recordId: id } as const
  const since = new Date(context.now.getTime() - HOUR_MS).toISOString()
  const recent = { ...event, by: context.by, at: MoreThan(since) }
  await db.writePrivate(async (tx) => {
    if (await tx.existsBy(ActivityRow, recent)) return
    await recordActivity(tx, context, { ...event, title })
  })
}
