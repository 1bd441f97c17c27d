import { ResultFigures } from '@bidyaloy/shared/features/results/results'
import { GroupKey } from '@bidyaloy/shared/school/group-key'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import * as z from 'zod'
import { json, text } from './stored-values.ts'

/*
 * Tables of results (decision 43). What a sheet says of a girl is only in `sealed_result`, encrypted under
 * her code and a key of the server. No backup has these tables, and no restore changes them.
 */

/** What is known of a sheet without a code. */
const ResultSheetData = GroupKey.extend({
  exam: z.string(),
  version: z.int(),
  importedAt: z.string(),
  importedBy: z.string(),
  figures: ResultFigures,
  /** Random, base64url; another one for each import. */
  salt: z.string(),
  /** Logarithm of scrypt's `N`. */
  cost: z.int().min(10).max(18),
  /** Key of the slips that its browser has, base64url; absent once they are printed. */
  slipKey: z.string().exactOptional(),
})
export type ResultSheetData = z.infer<typeof ResultSheetData>

/** A sheet of results: an examination, class, shift and section. */
@Entity({ name: 'result_sheet' })
export class ResultSheetRow {
  @PrimaryColumn({ type: 'text' })
  id!: string
  /** Examination, class, shift and section. */
  @Column({ type: 'text' })
  key!: string
  /** Last day of its results. */
  @Column(text(z.iso.date()))
  until!: string
  /** Slips that opened nothing. */
  @Column({ type: 'integer', name: 'wrong_tries' })
  wrongTries!: number
  @Column(json(ResultSheetData))
  data!: ResultSheetData
}

/** What a sheet says of a girl. Sorted by an id that needs her code, so the order says nothing. */
@Entity({ name: 'sealed_result' })
export class SealedResultRow {
  @PrimaryColumn({ type: 'text' })
  id!: string
  @Column({ type: 'text', name: 'sheet_id' })
  sheetId!: string
  /** Encrypted, base64url; of the same length in all rows of a sheet. */
  @Column({ type: 'text' })
  box!: string
}
