import type { Entry, EntryChange, NewVideo } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { videoIdOf } from '@bidyaloy/shared/collections/video'
import * as z from 'zod'
import { changedProperties, propertiesOf, propertyFields } from '../entries/properties.ts'
import { changedTiming, NO_TIMING, newTiming, timingOf, wrongTiming } from '../entries/timing.ts'

/* The values of an entry's form, without its files, and the request fields made of them. */

const Timing = z.object({
  date: z.string(),
  publishDay: z.string(),
  publishTime: z.string(),
  expiryDay: z.string(),
  expiryTime: z.string(),
  pinDay: z.string(),
})

/** All values as text fields; empty if unset. */
export const EntryValues = z.object({
  title: z.string(),
  /** Refers to pictures by their position among the files. */
  body: z.string(),
  videoLink: z.string(),
  timing: Timing,
  properties: z.record(z.string(), z.string()),
})
export type EntryValues = z.infer<typeof EntryValues>

export const NO_VALUES: EntryValues = {
  title: '',
  body: '',
  videoLink: '',
  timing: NO_TIMING,
  properties: {},
}

/** @param entry with its text, which lists leave out */
export function valuesOf(entry: Entry): EntryValues {
  const { title, body = '', videoLink = '' } = entry
  const set = Object.entries(propertiesOf(entry)).filter(([, value]) => value !== undefined)
  const properties = Object.fromEntries(set.map(([name, value]) => [name, value ?? '']))
  return { title, body, videoLink, timing: timingOf(entry), properties }
}

/** Returns the values that entries of a collection can have; the others are empty. */
export function valuesFor(collection: CollectionName, values: EntryValues): EntryValues {
  const { takesBody, takesVideo } = collections[collection]
  const names: readonly string[] = propertyFields(collection)
  const own = Object.entries(values.properties).filter(([name]) => names.includes(name))
  return {
    ...values,
    ...(!takesBody && { body: '' }),
    ...(!takesVideo && { videoLink: '' }),
    properties: Object.fromEntries(own),
  }
}

/** Whether the dates can be sent. Other wrong values are for the server to refuse. */
export function canBeSent({ timing }: EntryValues): boolean {
  return Object.keys(wrongTiming(timing)).length === 0
}

/** Adds `https://` to a link that was copied without a scheme, or with `http://`. */
export function withScheme(link: string): string {
  return link && `https://${link.trim().replace(/^https?:\/\//i, '')}`
}

/** Sends a link only if it is that of a video, since a draft may have an incomplete one. */
function linkField(videoLink: string): { videoLink?: string } {
  const link = withScheme(videoLink)
  return videoIdOf(link) === null ? {} : { videoLink: link }
}

/** Returns the fields of the request that creates an entry. */
export function newFields(values: EntryValues): Omit<NewVideo, 'videoLink' | 'status'> & {
  videoLink?: string
} {
  const { title, body, videoLink, timing, properties } = values
  return {
    title,
    ...(body.trim() !== '' && { body }),
    ...linkField(videoLink),
    ...newTiming(timing),
    ...changedProperties({}, properties),
  }
}

/** Returns the fields of the request that changes an entry: those that differ. */
export function changedFields(before: EntryValues, after: EntryValues): EntryChange {
  return {
    ...(after.title !== before.title && { title: after.title }),
    ...(after.body !== before.body && { body: after.body }),
    ...(after.videoLink !== before.videoLink && linkField(after.videoLink)),
    ...changedTiming(before.timing, after.timing),
    ...changedProperties(before.properties, after.properties),
  }
}

/**
 * Applies the edits since `base` to the server's values.
 * @param base the server's values before the edits
 */
export function rebase(base: EntryValues, edited: EntryValues, server: EntryValues): EntryValues {
  const merged = <T extends Readonly<Record<string, string>>>(from: T, to: T, onto: T): T => {
    const changed = Object.entries(to).filter(([name, value]) => value !== (from[name] ?? ''))
    return { ...onto, ...Object.fromEntries(changed) }
  }
  const text = ({ title, body, videoLink }: EntryValues) => ({ title, body, videoLink })
  return {
    ...merged(text(base), text(edited), text(server)),
    timing: merged(base.timing, edited.timing, server.timing),
    properties: merged(base.properties, edited.properties, server.properties),
  }
}

/** Whether no text is typed. Dates and choices alone are not worth a draft. */
export function isBlank({ title, body, videoLink }: EntryValues): boolean {
  return [title, body, videoLink].every((text) => text.trim() === '')
}

export function isSame(one: EntryValues, other: EntryValues): boolean {
  return one.videoLink === other.videoLink && Object.keys(changedFields(one, other)).length === 0
}
