import { disclosureCopy } from '@bidyaloy/shared/features/disclosure/copy'
import {
  type DisclosedItem,
  type DisclosureChange,
  DisclosureTexts,
} from '@bidyaloy/shared/features/disclosure/disclosure'
import { OWN_TEXTS, type OwnText, reasonField } from '@bidyaloy/shared/features/disclosure/items'
import { pages } from '@bidyaloy/shared/features/disclosure/paths'
import { disclosure as type } from '@bidyaloy/shared/features/disclosure/record'
import type { EntityManager } from 'typeorm'
import type { ServerFeature } from '../../feature.ts'
import { assertVersion } from '../../http/optimistic-lock.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { type ActionContext, writeOnce } from '../activity/activity-commands.ts'
import { createSingle, findSingle, updateSingle } from '../records/single-record-commands.ts'
import { disclosedItems } from './disclosure-items.ts'

const empty: DisclosureTexts = {
  permission: '',
  sections: '',
  mpo: '',
  mpoReason: '',
  infoCentre: '',
  complaints: '',
  committee: '',
  committeeReason: '',
  changedAt: {},
  __v: 0,
  updatedAt: null,
}

const { __v, updatedAt, ...instead } = empty
const disclosureModel = {
  type,
  schema: DisclosureTexts.omit({ __v: true, updatedAt: true }),
  instead,
} as const

/** Returns the texts; empty ones before they are saved. */
export async function getTexts(read: EntityManager): Promise<DisclosureTexts> {
  const found = await findSingle(read, disclosureModel)
  if (!found) return empty
  const { _id, ...texts } = found
  // Versions start at 1: 0 is the version of texts that were never saved.
  return { ...texts, __v: found.__v + 1 }
}

/** Changes the texts that are sent. @throws Problem `conflict` */
async function saveTexts(
  tx: EntityManager,
  { __v, ...sent }: DisclosureChange,
  { by, now }: ActionContext,
): Promise<DisclosureTexts> {
  const { __v: present, updatedAt, ...before } = await getTexts(tx)
  assertVersion(present, __v)
  const after = disclosureModel.schema.parse({ ...before, ...sent })
  const isChanged = (key: OwnText) => {
    const reason = reasonField(key)
    return after[key] !== before[key] || (reason && after[reason] !== before[reason])
  }
  const changed = OWN_TEXTS.filter(isChanged).map((key) => [key, now.toISOString()])
  const data = { ...after, changedAt: { ...before.changedAt, ...Object.fromEntries(changed) } }
  if (updatedAt === null) await createSingle(tx, disclosureModel, data, now)
  else await updateSingle(tx, disclosureModel, data, { version: undefined, by, now })
  return getTexts(tx)
}

const listItems = async (read: EntityManager, now: Date) =>
  disclosedItems(read, await getTexts(read), now)

/** The reads of public pages at a time. */
export const disclosureReads = (read: EntityManager, now: Date) => ({
  getDisclosure: () => listItems(read, now),
})

function disclosureRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  route(router, deps, 'getDisclosure', () => listItems(db.read, clock()))
  route(router, deps, 'getDisclosureTexts', () => getTexts(db.read))
  route(router, deps, 'updateDisclosure', ({ body, ...call }) =>
    writeOnce({ ...call, clock }, { action: 'changed', subject: type.name }, (tx, context) =>
      saveTexts(tx, body, context),
    ),
  )
}

const AT = '2026-11-21T04:30:00.000Z'
const texts: DisclosureTexts = {
  ...empty,
  mpoReason: 'সরকারি বিদ্যালয়',
  infoCentre: 'অফিস কক্ষ, নিচতলা। ০১৭১২-৩৪৫৬৭৮',
  changedAt: { mpo: AT, infoCentre: AT },
  __v: 1,
  updatedAt: AT,
}
const items: DisclosedItem[] = [
  {
    item: 6,
    key: 'mpo',
    label: disclosureCopy['disclosure.mpo'],
    state: 'notApplicable',
    reason: texts.mpoReason,
    updatedAt: AT,
  },
]

/** The eleven items that every school publishes. */
export const disclosure: ServerFeature = {
  single: disclosureModel,
  routes: disclosureRoutes,
  examples: {
    bodies: {
      updateDisclosure: { mpoReason: texts.mpoReason, infoCentre: texts.infoCentre, __v: 0 },
    },
    responses: { getDisclosure: items, getDisclosureTexts: texts, updateDisclosure: texts },
  },
  searchPages: [
    {
      path: pages.disclosure,
      title: disclosureCopy['disclosure.title'],
      words: 'এমপিও, স্বীকৃতি, অভিযোগ, তথ্য অধিকার, সেবাকেন্দ্র, কমিটি, EMIS',
    },
  ],
}
