import type { RecordName } from '@bidyaloy/shared/features'
import type { SitePictureName } from '@bidyaloy/shared/features/settings/settings'
import type { Versioned } from '@bidyaloy/shared/school/versions'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import * as z from 'zod'
import { StoredFile } from './stored-file.ts'
import { json, LONG_AGO, NEVER, time } from './stored-values.ts'

/* Tables of other records, and former versions of all. */

/** A record of which a school has one. */
@Entity({ name: 'single_record' })
export class SingleRecordRow {
  @PrimaryColumn({ type: 'text' })
  name!: string
  @Column({ type: 'text' })
  id!: string
  @Column(json(z.unknown()))
  data!: unknown
  @Column({ type: 'integer' })
  version!: number
  @Column(time(LONG_AGO, { name: 'updated_at' }))
  updatedAt!: string
}

/** A picture of the site itself, such as the crest. */
@Entity({ name: 'site_picture' })
export class SitePictureRow {
  @PrimaryColumn({ type: 'text' })
  name!: SitePictureName
  @Column(json(StoredFile))
  file!: StoredFile
  /** `file.stem`, for the lookup of served files. */
  @Column({ type: 'text', name: 'file_stem', unique: true })
  fileStem!: string
  @Column(time(LONG_AGO, { name: 'updated_at' }))
  updatedAt!: string
}

/** A record of a feature. */
@Entity({ name: 'record' })
export class RecordRow {
  @PrimaryColumn({ type: 'text' })
  id!: string
  @Column({ type: 'text' })
  type!: RecordName
  /** What tells it from the others of its type outside the trash. */
  @Column({ type: 'text' })
  key!: string
  /** Read by the schema of its type. */
  @Column(json(z.record(z.string(), z.unknown())))
  data!: object
  @Column({ type: 'integer' })
  version!: number
  @Column(time(LONG_AGO, { name: 'updated_at' }))
  updatedAt!: string
  @Column(time(NEVER, { name: 'deleted_at', nullable: true }))
  deletedAt!: string | null
  @Column({ type: 'text', name: 'deleted_by', nullable: true })
  deletedBy!: string | null
}

/** The state of a record before a change. */
@Entity({ name: 'version' })
export class VersionRow {
  @PrimaryColumn({ type: 'text', name: 'thing' })
  recordType!: Versioned
  @PrimaryColumn({ type: 'text', name: 'record_id' })
  recordId!: string
  /** Version of the record. */
  @PrimaryColumn({ type: 'integer' })
  n!: number
  @Column(time(LONG_AGO, { name: 'replaced_at' }))
  replacedAt!: string
  /** Username at that time. */
  @Column({ type: 'text', name: 'replaced_by' })
  replacedBy!: string
  @Column(json(z.looseObject({})))
  data!: object
  /** Files of an entry, in order. */
  @Column(json(z.array(StoredFile), { name: 'more_files', nullable: true }))
  files!: StoredFile[] | null
}
