import { hasKinds, type KindedCollection, kindsOf } from '@bidyaloy/shared/collections/kinds'
import {
  proposedClasses,
  proposedCollection,
  proposedDays,
  proposedKind,
} from '@bidyaloy/shared/collections/proposals'
import { type CollectionName, takes } from '@bidyaloy/shared/collections/registry'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { useEffect } from 'react'
import { useSettings } from '../../school/use-school.ts'
import type { Attachment } from '../session/attachments.ts'
import type { EntryValues } from '../session/entry-values.ts'
import type { SessionList } from '../session/session-list.ts'
import type { Proposed } from '../session/session-store.ts'

type Properties = EntryValues['properties']

const namesOfProposals = {
  kind: ['kind'],
  classes: ['classes'],
  days: ['startsOn', 'endsOn'],
} as const satisfies Partial<Record<Proposed, readonly string[]>>

/** Returns the proposals that a change of properties replaces. */
export function chosenNames(before: Properties, after: Properties): Proposed[] {
  const isChanged = (name: string) => (before[name] ?? '') !== (after[name] ?? '')
  return (['kind', 'classes', 'days'] as const).filter((one) =>
    namesOfProposals[one].some(isChanged),
  )
}

/**
 * Sets what the words and files of a new entry say about it, unless the user has chosen it.
 * @param initial the collection while nothing is known
 */
export function useProposals(list: SessionList | null, initial: CollectionName): void {
  const settings = useSettings()
  const [main, ...others] = list?.sessions() ?? []
  const view = others.length === 0 ? main?.view() : undefined
  const { title = '', body = '' } = view?.values ?? {}
  const files = view?.files.map(proposedFile) ?? []
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other words or files change a proposal
  useEffect(() => {
    if (!list || !view?.chosen || view.state === 'finished') return
    const { chosen, values } = view
    const isFree = (name: Proposed) => !chosen.includes(name)
    const today = dhakaTime(new Date()).iso
    const collection = isFree('collection')
      ? (proposedCollection({ title, text: body, files }, today) ?? initial)
      : view.collection
    if (collection !== view.collection) void list.setCollection(collection)
    const proposed: Properties = {
      ...(isFree('kind') && hasKinds(collection) && kindOf(collection, title, settings)),
      ...(isFree('classes') &&
        takes(collection, 'classes') && { classes: proposedClasses(title).join(',') }),
      ...(isFree('days') && takes(collection, 'dates') && daysOf(title, body, today)),
    }
    const isNew = Object.entries(proposed).some(
      ([name, value]) => value !== (values.properties[name] ?? ''),
    )
    if (isNew) list.edit({ properties: { ...values.properties, ...proposed } })
  }, [list, title, body, JSON.stringify(files)])
}

const proposedFile = ({ file, stored }: Attachment) => ({
  name: file?.name ?? stored?.fileName ?? '',
  type: file?.type ?? stored?.mimeType ?? '',
})

/** A title without such words keeps the kind, which may be that of the entry before. */
function kindOf(
  collection: KindedCollection,
  title: string,
  settings: Parameters<typeof kindsOf>[1],
): Properties {
  const kind = proposedKind(collection, title)
  return kindsOf(collection, settings).some(({ id }) => id === kind) ? { kind } : {}
}

function daysOf(title: string, text: string, today: string): Properties {
  return { ...(proposedDays({ title, text }, today) ?? { startsOn: '', endsOn: '' }) }
}
