import { collections } from '@bidyaloy/shared/collections/registry'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { alertCopy } from '@bidyaloy/shared/copy/push-copy'
import { fill } from '@bidyaloy/shared/copy/translate'
import { photoRequestsScreen } from '@bidyaloy/shared/features/photo-requests/paths'
import type { AccountEvent } from '@bidyaloy/shared/school/account-events'
import { deviceName } from '@bidyaloy/shared/school/device-name'
import type { NewAlerts, PushMessage } from '@bidyaloy/shared/school/push'
import { type Right, rights } from '@bidyaloy/shared/school/roles'
import type { Logger } from 'pino'
import { type EntityManager, In, IsNull, MoreThan, Not } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { AdminRow, SessionRow } from '../../db/entities.ts'
import type { BackupFailure } from '../backup/tell-of-failure.ts'
import type { ApprovalStep } from '../collections/approval.ts'
import { createBackground } from './background.ts'
import { iconOf } from './notice-push.ts'
import type { PushKeys } from './push-keys.ts'
import type { PushSender } from './push-sender.ts'

interface AccountAlertsDeps {
  db: Database
  clock: Clock
  log: Logger
  pushKeys: Pick<PushKeys, 'publicKey'>
  sender: Pick<PushSender, 'post'>
}

/**
 * Tells the browsers of accounts what concerns them. A subscription belongs to a session, and ends with
 * it. What is told stands on the first screen, too: a message that fails is not sent again.
 */
export interface AccountAlerts {
  /** Tells those who approve, or the writer, in the background. */
  tellOfStep(step: ApprovalStep): void
  /** Tells those who answer requests about photos of a new one, in the background. @param title of the entry */
  tellOfPhotoRequest(title: string): void
  /** Tells those who make backups that the nightly one failed, or its copy, in the background. */
  tellOfFailedBackup(failure: Pick<BackupFailure, 'what'>): void
  /** Tells the browsers of an account what happened to it, in the background. @param sessions those of its browsers */
  tellOfEvent(event: AccountEvent, sessions: readonly SessionRow[]): void
  /** Waits for the messages in work. */
  close(): Promise<void>
}

const HOME = '/admin/dashboard'

export function createAccountAlerts(deps: AccountAlertsDeps): AccountAlerts {
  const { db, log } = deps
  const inBackground = createBackground(log, 'telling accounts failed')
  return {
    tellOfStep: (step) =>
      inBackground.run(async () => {
        const admins = (await enabledAdmins(db.read)).filter(
          ({ username, role }) =>
            username !== step.by &&
            (step.action === 'sentForApproval' ? mayBy(role, 'approve') : username === step.writer),
        )
        await tell(deps, admins, { ...(await messageOf(db.read, step)), topic: step.id })
      }),
    tellOfPhotoRequest: (body) =>
      inBackground.run(async () => {
        const admins = await enabledAdmins(db.read)
        const told = admins.filter(({ role }) => mayBy(role, 'approve'))
        const path = `${HOME}/${photoRequestsScreen}`
        await tell(deps, told, { title: alertCopy['alert.photo'], body, path, topic: 'photos' })
      }),
    tellOfFailedBackup: ({ what }) =>
      inBackground.run(async () => {
        const admins = await enabledAdmins(db.read)
        const told = admins.filter(({ role }) => mayBy(role, 'backups'))
        const title = alertCopy[what === 'copy' ? 'alert.backup.copy' : 'alert.backup']
        const body = alertCopy['alert.backup.body']
        await tell(deps, told, { title, body, path: `${HOME}/backup`, topic: 'backup' })
      }),
    tellOfEvent: (event, sessions) =>
      inBackground.run(async () => {
        const content = sessions.length > 0 && (await contentOf(db.read, event))
        if (content)
          await tellSessions(deps, sessions, { ...content, path: HOME, topic: event.kind })
      }),
    close: () => inBackground.idle(),
  }
}

/** Whether a role has a right that does not depend on a setting. */
function mayBy(role: AdminRow['role'], right: Exclude<Right, 'publish'>): boolean {
  const roles: readonly AdminRow['role'][] = rights[right]
  return roles.includes(role)
}

const enabledAdmins = (read: EntityManager) => read.findBy(AdminRow, { disabledAt: IsNull() })

async function messageOf(
  read: EntityManager,
  { action, collection, id, title, by, note }: ApprovalStep,
): Promise<Omit<PushMessage, 'icon'>> {
  const list = `${HOME}/${collections[collection].adminPaths[0]}`
  if (action === 'sentForApproval') {
    const name = (await read.findOneBy(AdminRow, { username: by }))?.name ?? by
    const kind = overviewCopy[`trash.kind.${collection}`]
    return {
      title: fill(alertCopy['alert.waiting'], { name, kind }),
      body: title,
      path: `${HOME}/approval?entry=${id}`,
    }
  }
  return action === 'sentBack'
    ? { title: fill(alertCopy['alert.sentBack'], { title }), body: note ?? '', path: list }
    : { title: fill(alertCopy['alert.approved'], { title }), body: '', path: list }
}

/** Returns the message of an event; null for those of the command line, which ends all sessions. */
async function contentOf(
  read: EntityManager,
  { kind, userAgent = '', by = '' }: AccountEvent,
): Promise<Pick<PushMessage, 'title' | 'body'> | null> {
  if (kind === 'passwordResetOnServer' || kind === 'factorsResetOnServer') return null
  const name = by && ((await read.findOneBy(AdminRow, { username: by }))?.name ?? by)
  const body = fill(alertCopy[`alert.${kind}.body`], { device: deviceName(userAgent), by: name })
  return { title: alertCopy[`alert.${kind}`], body }
}

type Content = Omit<PushMessage, 'icon'> & { topic: string }

/** Sends a message to the browsers of accounts. */
async function tell(
  deps: AccountAlertsDeps,
  admins: readonly AdminRow[],
  content: Content,
): Promise<void> {
  const sessions = await deps.db.read.findBy(SessionRow, {
    adminId: In(admins.map(({ id }) => id)),
    expiresAt: MoreThan(deps.clock().toISOString()),
    alerts: Not(IsNull()),
  })
  await tellSessions(deps, sessions, content)
}

/** Sends a message to the browsers of sessions; those that are gone are forgotten. */
async function tellSessions(
  { db, pushKeys, sender }: AccountAlertsDeps,
  sessions: readonly SessionRow[],
  { topic, ...content }: Content,
): Promise<void> {
  const recipients = sessions.flatMap(({ id, alerts }) =>
    // Push services refuse those that were made for another key.
    alerts?.serverKey === pushKeys.publicKey
      ? [{ id, endpoint: alerts.endpoint, ...alerts.keys, origin: new URL(alerts.endpoint).origin }]
      : [],
  )
  const message = { content: { ...content, icon: await iconOf(db.read) }, topic }
  const outcomes = await sender.post(recipients, message)
  const gone = recipients.filter((_, at) => outcomes[at] === 'gone').map(({ id }) => id)
  if (gone.length > 0) await db.writePrivate((tx) => stopAlerts(tx, gone))
}

/** Has the browser of a session told; the same browser of an earlier session, or of another account, no more. */
export async function startAlerts(
  tx: EntityManager,
  sessionId: string,
  { endpoint, keys, serverKey }: NewAlerts & { serverKey: string },
): Promise<void> {
  const told = await tx.findBy(SessionRow, { alerts: Not(IsNull()) })
  const same = told.filter(({ alerts }) => alerts?.endpoint === endpoint).map(({ id }) => id)
  await stopAlerts(tx, same)
  await tx.update(SessionRow, { id: sessionId }, { alerts: { endpoint, keys, serverKey } })
}

export async function stopAlerts(tx: EntityManager, sessionIds: readonly string[]): Promise<void> {
  await tx.update(SessionRow, { id: In([...sessionIds]) }, { alerts: null })
}
