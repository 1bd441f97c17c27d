import { LeftOut, MoveInChoice } from '@bidyaloy/shared/features/move-in/move-in'
import {
  MOVE_IN_STATES,
  type MovedCollection,
  type MoveInState,
  movedCollections,
  OUTCOMES,
  type Outcome,
  REFUSAL_REASONS,
  type RefusalReason,
} from '@bidyaloy/shared/features/move-in/reasons'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import * as z from 'zod'
import { json, text } from './stored-values.ts'

/* Tables of moves from older sites (decision 44). */

/** What was given: the address of a site, uploaded files, or a path of the command line. */
const Source = z.object({
  url: z.string().exactOptional(),
  files: z.array(z.object({ name: z.string(), size: z.int() })).exactOptional(),
  folder: z.string().exactOptional(),
})

const MoveInData = z.object({
  source: Source,
  /** Username. */
  by: z.string(),
  startedAt: z.string(),
  lookedAt: z.string().exactOptional(),
  broughtFrom: z.string().exactOptional(),
  finishedAt: z.string().exactOptional(),
  undoneAt: z.string().exactOptional(),
  /** Where the look goes on; absent at its beginning. */
  cursor: z.string().exactOptional(),
  /** Of the look. */
  progress: z.number().nullable(),
  problem: z.enum(REFUSAL_REASONS).exactOptional(),
  choice: MoveInChoice.exactOptional(),
  /** Collection of all items, given on the command line. */
  into: z.enum(movedCollections).exactOptional(),
})
export type MoveInData = z.infer<typeof MoveInData>

/** A move from an older site. */
@Entity({ name: 'move_in' })
export class MoveInRow {
  @PrimaryColumn({ type: 'text' })
  id!: string
  @Column(text(z.enum(MOVE_IN_STATES)))
  state!: MoveInState
  @Column(json(MoveInData))
  data!: MoveInData
}

/** Something that the older site has. */
@Entity({ name: 'move_in_item' })
export class MoveInItemRow {
  @PrimaryColumn({ type: 'text', name: 'move_in' })
  moveIn!: string
  /** Its place in the source, from 0. */
  @PrimaryColumn({ type: 'integer' })
  n!: number
  /** Address in the source, once in a move. */
  @Column({ type: 'text' })
  key!: string
  @Column(text(z.enum(OUTCOMES)))
  outcome!: Outcome
  @Column(text(z.enum(REFUSAL_REASONS), { nullable: true }))
  reason!: RefusalReason | null
  @Column(text(z.enum(movedCollections)))
  collection!: MovedCollection
  /** The first of its categories; empty without one. */
  @Column({ type: 'text' })
  category!: string
  /** Time of publication, ISO 8601 UTC; null without a day. */
  @Column({ type: 'text', nullable: true })
  at!: string | null
  /** Calendar year in Dhaka. */
  @Column({ type: 'integer', nullable: true })
  year!: number | null
  @Column({ type: 'boolean', name: 'is_draft' })
  isDraft!: boolean
  /** Number of its files, and their size if it is known. */
  @Column({ type: 'integer' })
  files!: number
  @Column({ type: 'integer', nullable: true })
  bytes!: number | null
  /** What does not fit; null: nothing. */
  @Column(json(z.array(LeftOut), { name: 'left_out', nullable: true }))
  leftOut!: LeftOut[] | null
  /** As its source gave it. */
  @Column(json(z.looseObject({})))
  item!: object
  /** What the reason is about. */
  @Column({ type: 'text', nullable: true })
  detail!: string | null
  /** The entry that it became. */
  @Column({ type: 'text', name: 'entry_id', nullable: true })
  entryId!: string | null
}

/** A path of an older site that leads to an entry, or to a file of it. */
@Entity({ name: 'old_address' })
export class OldAddressRow {
  /** Path and search as they are compared: see `old-addresses.ts`. */
  @PrimaryColumn({ type: 'text' })
  path!: string
  /** As the older site had it. */
  @Column({ type: 'text' })
  address!: string
  @Column({ type: 'text', name: 'move_in' })
  moveIn!: string
  @Column({ type: 'text', name: 'entry_id' })
  entryId!: string
  /** Of the file, from 1; null: the entry. */
  @Column({ type: 'integer', nullable: true })
  place!: number | null
}
