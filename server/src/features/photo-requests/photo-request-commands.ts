import { createHmac } from 'node:crypto'
import { Problem } from '@bidyaloy/shared/api/problem'
import {
  ADDRESS_DAYS,
  ANSWERED_DAYS,
  OPEN_DAYS,
  parsePhotoAddress,
  photoAddress,
} from '@bidyaloy/shared/features/photo-requests/photo-address'
import type {
  NewPhotoRequest,
  PhotoAnswer,
  PhotoRequest,
} from '@bidyaloy/shared/features/photo-requests/photo-request'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { type EntityManager, IsNull, LessThan, Not } from 'typeorm'
import type * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { PhotoRequestRow, type StoredFile } from '../../db/entities.ts'
import { isVisible } from '../../db/entry-times.ts'
import { isReadable } from '../../db/stored-values.ts'
import type { PhotoRequestData } from '../../db/visitor-entities.ts'
import { networkKey, rateLimitKey } from '../../http/request.ts'
import { newId } from '../../ids.ts'
import type { Storage } from '../../storage/storage.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import { presentFile } from '../collections/present-entry.ts'
import { getSettings } from '../settings/settings-commands.ts'
import type { ServerKey } from '../status/status-routes.ts'
import { findPhoto, hidePhoto, showAgain } from './hide-photo.ts'

/** Open requests of a school, and about one photo: a stranger must not fill the list or the disk. */
export const MAX_OPEN = 200
export const MAX_OPEN_OF_PHOTO = 5
/** Answered requests that are stored. */
const MAX_ANSWERED = 500

interface Deps {
  db: Database
  clock: Clock
  storage: Storage
  serverKey: Pick<ServerKey, 'derive'>
}

const isOpen = { answeredAt: IsNull() }

/** Returns a keyed hash of a sender's address, different for each photo. */
function senderHash(key: Buffer, stem: string, address: string): string {
  // Whoever has one address of an IPv6 network can use all of them.
  const client = networkKey(address) ?? rateLimitKey(address)
  return createHmac('sha256', key).update(`${stem} ${client}`).digest('base64url')
}

const daysBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * DAY_MS).toISOString()

/**
 * Stores a request about a photo that visitors see, or changes the one of the same address. Hides the
 * photo where the settings say so and another address has asked, too.
 * @param asked the request, and the network address that sent it
 * @returns the title of the entry, and whether it is a new request
 * @throws Problem `not_found`, `too_many_requests` if too many wait
 */
export async function askForPhoto(
  { db, clock, storage, serverKey }: Deps,
  { photo, who, reason, phone, from }: z.output<typeof NewPhotoRequest> & { from: string },
): Promise<{ title: string; isNew: boolean }> {
  const key = serverKey.derive('photo requests')
  const address = parsePhotoAddress(photo)
  if (!address) throw new Problem('not_found')
  const { collection, id: entryId, stem } = address
  const stored = await db.writePrivate(async (tx) => {
    const now = clock()
    const found = await findPhoto(tx, address)
    if (!found || !isVisible(found.row, now)) throw new Problem('not_found')
    const { title } = found.row
    const open = await tx.findBy(PhotoRequestRow, { stem, ...isOpen })
    const since = daysBefore(now, ADDRESS_DAYS)
    const sender = { hash: senderHash(key, stem, from), at: now.toISOString() }
    const known = open.filter(({ data }) => data.sender && data.sender.at > since)
    const same = known.find(({ data }) => data.sender?.hash === sender.hash)
    const given = { reason, ...(phone && { phone }) }
    if (same) {
      // Several people may share an address: what the first one wrote stays.
      const data = { ...same.data, reason: same.data.reason || reason }
      const joined = { ...(phone && { phone }), ...data }
      await tx.update(PhotoRequestRow, { id: same.id }, { data: joined })
      return { title, isNew: false, isAskedTwice: false }
    }
    // Enough for the head to decide. Further senders get the usual response.
    if (open.length >= MAX_OPEN_OF_PHOTO) return { title, isNew: false, isAskedTwice: false }
    if ((await tx.countBy(PhotoRequestRow, isOpen)) >= MAX_OPEN) {
      throw new Problem('too_many_requests', { retryAfter: DAY_MS / 1000 })
    }
    const data = { collection, entryId, title, place: found.place, who, ...given, sender }
    const at = now.toISOString()
    await tx.insert(PhotoRequestRow, { id: newId(), stem, at, answeredAt: null, data })
    const { hidesAskedPhotos = false } = await getSettings(tx)
    return { title, isNew: true, isAskedTwice: hidesAskedPhotos && known.length > 0 }
  })
  if (stored.isAskedTwice) {
    await answerAll({ db, clock, storage }, { stem, by: '' }, { answer: 'hidden', reason: '' })
  }
  return stored
}

type AnswerDeps = Omit<Deps, 'serverKey'>

/** Hides a photo, and answers all open requests for it. */
async function answerAll(
  { db, clock, storage }: AnswerDeps,
  { stem, by }: { stem: string; by: string },
  { answer, reason }: z.output<typeof PhotoAnswer>,
): Promise<void> {
  let unused: StoredFile[] = []
  await db.write(async (tx) => {
    const context = { by, now: clock() }
    const [first] = await tx.findBy(PhotoRequestRow, { stem, ...isOpen })
    if (!first) return
    const { collection, entryId: id } = first.data
    const found = await findPhoto(tx, { collection, id, stem })
    // Without it, the photo was removed from the entry meanwhile, as the request asks.
    const result = found && (await hidePhoto(tx, found, context))
    unused = result?.unused ?? []
    await closeRequests(tx, stem, context, {
      answer,
      ...(reason && { reason }),
      ...(result && { hidden: result.hidden }),
    })
  })
  for (const file of unused) await storage.remove(file)
}

/** Stores the answer to all open requests for a photo; deletes phone numbers and hashes of senders. */
export async function closeRequests(
  tx: EntityManager,
  stem: string,
  { by, now }: ActionContext,
  answer: Omit<NonNullable<PhotoRequestData['answer']>, 'by'>,
): Promise<void> {
  for (const row of await tx.findBy(PhotoRequestRow, { stem, ...isOpen })) {
    await close(tx, row, { ...answer, by }, now)
  }
}

async function close(
  tx: EntityManager,
  { id, data: { phone: _phone, sender: _sender, ...data } }: PhotoRequestRow,
  answer: NonNullable<PhotoRequestData['answer']>,
  now: Date,
): Promise<void> {
  await tx.update(
    PhotoRequestRow,
    { id },
    { answeredAt: now.toISOString(), data: { ...data, answer } },
  )
}

/** Answers a request that waits. @throws Problem `not_found`, `conflict` if it is answered */
export async function answerRequest(
  deps: AnswerDeps,
  { id, by, ...answer }: z.output<typeof PhotoAnswer> & { id: string; by: string },
): Promise<PhotoRequest> {
  const { db, clock } = deps
  const asked = await findOpen(db.read, id)
  if (answer.answer === 'hidden') await answerAll(deps, { stem: asked.stem, by }, answer)
  else {
    await db.writePrivate(async (tx) => {
      const now = clock()
      const row = await findOpen(tx, id)
      const { collection: subject, title, entryId: recordId } = row.data
      const event = { action: 'photoRefused', subject, title, recordId } as const
      await recordActivity(tx, { by, now }, event)
      await close(tx, row, { ...answer, by }, now)
    })
  }
  return presentRequest(db.read, await find(db.read, id))
}

/**
 * Takes an answer back: shows a hidden photo again, and opens all requests that this answered.
 * @throws Problem `not_found`, `conflict` if it waits, or the entry was changed since
 */
export async function reopenRequest(
  { db, clock, storage }: AnswerDeps,
  { id, by }: { id: string; by: string },
): Promise<PhotoRequest> {
  let unused: StoredFile[] = []
  await db.write(async (tx) => {
    const { stem, answeredAt, data } = await find(tx, id)
    const { answer, ...asked } = data
    if (!answer || !canReopen(data)) throw new Problem('conflict')
    const context = { by, now: clock() }
    if (answer.hidden) unused = await showAgain(tx, asked, answer.hidden, context)
    else {
      const { collection: subject, title, entryId: recordId } = asked
      await recordActivity(tx, context, { action: 'photoReopened', subject, title, recordId })
    }
    const same = answer.hidden ? { stem, answeredAt: answeredAt ?? '' } : { id }
    for (const one of await tx.findBy(PhotoRequestRow, same)) {
      const { answer: _, ...opened } = one.data
      await tx.update(PhotoRequestRow, { id: one.id }, { answeredAt: null, data: opened })
    }
  })
  for (const file of unused) await storage.remove(file)
  return presentRequest(db.read, await find(db.read, id))
}

const canReopen = ({ answer }: PhotoRequestData): boolean =>
  answer?.answer === 'refused' || answer?.hidden !== undefined

/** Deletes a request. @throws Problem `not_found` */
export async function deleteRequest(db: Database, id: string): Promise<void> {
  await db.writePrivate(async (tx) => {
    await find(tx, id)
    await tx.delete(PhotoRequestRow, { id })
  })
}

async function find(read: EntityManager, id: string): Promise<PhotoRequestRow> {
  const row = await read.findOneBy(PhotoRequestRow, { id })
  if (!row || !isReadable(row)) throw new Problem('not_found')
  return row
}

async function findOpen(read: EntityManager, id: string): Promise<PhotoRequestRow> {
  const row = await find(read, id)
  if (row.answeredAt !== null) throw new Problem('conflict')
  return row
}

/** Counts the requests that wait. */
export const countOpenRequests = (read: EntityManager): Promise<number> =>
  read.countBy(PhotoRequestRow, isOpen)

/** Returns the requests that wait, the oldest first, then the answered ones, the newest first. */
export async function listRequests(read: EntityManager): Promise<PhotoRequest[]> {
  const open = await read.find(PhotoRequestRow, { where: isOpen, order: { at: 'ASC', id: 'ASC' } })
  const answered = await read.find(PhotoRequestRow, {
    where: { answeredAt: Not(IsNull()) },
    order: { answeredAt: 'DESC', id: 'ASC' },
  })
  const rows = [...open, ...answered].filter(isReadable)
  return Promise.all(rows.map((row) => presentRequest(read, row)))
}

async function presentRequest(
  read: EntityManager,
  { id, stem, at, answeredAt, data }: PhotoRequestRow,
): Promise<PhotoRequest> {
  const { collection, entryId, title, place, who, reason, phone, answer } = data
  const photo = { collection, id: entryId, stem }
  const found = answer?.answer === 'takenDown' ? null : await findPhoto(read, photo)
  return {
    _id: id,
    at,
    who,
    reason,
    ...(phone !== undefined && { phone }),
    photo: photoAddress(photo),
    collection,
    entryId,
    title: found?.row.title ?? title,
    place: found?.place ?? place,
    ...(found && { file: presentFile(found.file) }),
    ...(answer && {
      answer: {
        answer: answer.answer,
        at: answeredAt ?? at,
        by: answer.by,
        ...(answer.reason !== undefined && { reason: answer.reason }),
        canReopen: canReopen(data),
      },
    }),
  }
}

/** Deletes old requests, and old hashes of addresses. */
export async function deleteOldRequests({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  await db.writePrivate(async (tx) => {
    await tx.delete(PhotoRequestRow, { ...isOpen, at: LessThan(daysBefore(now, OPEN_DAYS)) })
    await tx.delete(PhotoRequestRow, { answeredAt: LessThan(daysBefore(now, ANSWERED_DAYS)) })
    const surplus = await tx.find(PhotoRequestRow, {
      where: { answeredAt: Not(IsNull()) },
      order: { answeredAt: 'DESC' },
      skip: MAX_ANSWERED,
    })
    for (const { id } of surplus) await tx.delete(PhotoRequestRow, { id })
    const since = daysBefore(now, ADDRESS_DAYS)
    for (const { id, data } of await tx.findBy(PhotoRequestRow, isOpen)) {
      const { sender, ...left } = data
      if (sender && sender.at <= since) await tx.update(PhotoRequestRow, { id }, { data: left })
    }
  })
}
