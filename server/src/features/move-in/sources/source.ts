import { LeftOut } from '@bidyaloy/shared/features/move-in/move-in'
import {
  movedCollections,
  REFUSAL_REASONS,
  type RefusalReason,
} from '@bidyaloy/shared/features/move-in/reasons'
import * as z from 'zod'

/* What reads an older site. Knows no database. */

/** A file of an item. */
export const SourceFile = z.object({
  /** URL, or path in the zip or folder. */
  key: z.string(),
  /** Name under which it is stored. */
  name: z.string(),
  /** Absolute URLs that must lead to the file. */
  addresses: z.array(z.string()).readonly(),
  /** Bytes, if known without reading it. */
  size: z.int().exactOptional(),
})
export type SourceFile = z.infer<typeof SourceFile>

/** Something that the older site has. */
export const SourceItem = z.object({
  /** Absolute URL, or path in the zip or folder. Unique in the source: brought at most once. */
  key: z.string(),
  /** Further old addresses that must lead to the new entry: permalink, `/?p=12`. Absolute URLs. */
  addresses: z.array(z.string()).readonly(),
  /** Plain text, NFC, Bijoy converted. */
  title: z.string(),
  /** `YYYY-MM-DD` in Dhaka. */
  day: z.string().nullable(),
  /** Time of publication, if known, which keeps the order within a day. ISO 8601. */
  at: z.string().nullable(),
  /** As the source calls them; the first one counts. */
  categories: z.array(z.string()).readonly(),
  /** Drafts, private and pending posts. */
  isDraft: z.boolean(),
  proposed: z.enum(movedCollections),
  /** Markdown of the product; empty if the page must be read first. `![…](file 2)` is the second of `files`. */
  body: z.string(),
  files: z.array(SourceFile).readonly(),
  /** What does not fit, named. */
  leftOut: z.array(LeftOut).readonly(),
  /** The page that has text and files and was not read yet; else null. */
  page: z.string().nullable(),
  /** Kind, classes and days that a CSV names; validated like those of a request. */
  properties: z.record(z.string(), z.unknown()).exactOptional(),
})
export type SourceItem = z.infer<typeof SourceItem>

/** The values of an item of which nothing is known. */
export const NO_ITEM: SourceItem = {
  key: '',
  addresses: [],
  title: '',
  day: null,
  at: null,
  categories: [],
  isDraft: false,
  proposed: 'notices',
  body: '',
  files: [],
  leftOut: [],
  page: null,
}

/** Something that cannot be brought. */
export const RefusedItem = z.object({
  key: z.string(),
  title: z.string(),
  reason: z.enum(REFUSAL_REASONS),
  /** Name of the file, or an English sentence for the command line. */
  detail: z.string().exactOptional(),
})
export type RefusedItem = z.infer<typeof RefusedItem>

export type Found = SourceItem | RefusedItem

/** Whether it cannot be brought. */
export const isRefused = (found: Found): found is RefusedItem => 'reason' in found

/** A part of a look, bounded in work and memory. */
export interface LookPart {
  found: readonly Found[]
  /** Where to go on, JSON, stored with the look; null at the end. */
  next: string | null
  /** 0 to 1; null: unknown. */
  progress: number | null
}

/** An open source. */
export interface Source {
  /**
   * Reads the next part. Called again with the same `from` after a crash, it finds the same.
   * @param from `next` of the part before; null for the first part
   * @throws SourceError if the source as a whole cannot be read
   */
  look(from: string | null, signal: AbortSignal): Promise<LookPart>
  /** Reads the page of an item whose `page` is not null: returns it with text, files and day, and `page` null. */
  read(item: SourceItem, signal: AbortSignal): Promise<SourceItem | RefusedItem>
  /** Brings a file to `target`, a path in the staging folder. @returns its size, or why it cannot be had */
  file(
    file: SourceFile,
    target: string,
    signal: AbortSignal,
  ): Promise<{ size: number } | { reason: RefusalReason }>
  close(): Promise<void>
}

/** A failure of a source as a whole. */
export class SourceError extends Error {
  readonly reason: RefusalReason

  /** @param message a single line for the operator */
  constructor(reason: RefusalReason, message: string = reason) {
    super(message)
    this.reason = reason
  }
}

/** What an admin gave: an address, files on the disk that were uploaded, or a folder or file of the command line. */
export type SourceInput =
  | { url: string }
  | { files: readonly { path: string; name: string }[] }
  | { folder: string }

export interface SourceOptions {
  /** Folder for files in work. */
  staging: string
  maxFileBytes: number
  /** Host of this site, whose addresses are not those of an older one. */
  siteHost?: string
  /** For tests. */
  allowLoopback?: boolean
}
