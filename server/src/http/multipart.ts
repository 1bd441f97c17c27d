import type { Context } from 'koa'

/** An upload on its way in, whole on the disk but belonging to nothing yet. */
export interface StagedFile {
  /** Where it lies, in the staging folder. */
  path: string
  /** The name that the sender gave it; data only, never part of a path. */
  name: string
  /** Bytes. */
  size: number
  /** Removes what is still staged. Does nothing once the file has been kept. */
  discard(): Promise<void>
}

/** A body that was read: its fields, still unchecked, and its file, staged. */
export interface MultipartBody {
  fields: unknown
  file: StagedFile | undefined
}

/** Reads a multipart body, streaming its file to the staging folder. */
export type ReadMultipart = (ctx: Context) => Promise<MultipartBody>
