/* What a feature declares for all workspaces. Free of zod: the public site's bundle imports it. */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Methods and paths of endpoints, by their names. */
export type Paths = Readonly<Record<string, { method: Method; path: `/api/${string}` }>>
/** The same of the reads of public pages. */
export type ReadPaths = Readonly<Record<string, { method: 'GET'; path: `/api/${string}` }>>

/** A kind of record, beside entries, with a trash, former versions and lines in the activity. */
export interface RecordType {
  /** Name in the paths of its versions, in the trash and in the activity; also `/api/<name>`. */
  name: string
  /** The endpoint that reads all of them, or by default a part of them. */
  list: string
  /** The endpoint that reads one of them by its id, where `list` reads a part. */
  read?: string
  /** The endpoint that changes one of them. */
  update: string
  /** Path of its screen, below the dashboard's. */
  screen: string
  /** Its plural in the messages of the command line. */
  plural: string
  /** Whether the dashboard asks for some when a school is set up. */
  isSetupStep: boolean
  /** Fields of a new one that are not sent. */
  blank: Readonly<Record<string, unknown>>
  /** Fields that together name one of them. */
  titleFields: readonly string[]
}

/** A kind of record of which a school has one, with former versions and lines in the activity. */
export interface SingleType {
  /** Name in the database and in the activity. */
  name: string
  /** Its segment in paths: `/api/<segment>`, those of its versions, and its changes in the outbox. */
  segment: string
  /** The endpoint that reads it. */
  read: string
  /** The endpoint that reads what is stored, where visitors see something else. */
  readStored?: string
  /** The endpoint that changes it. */
  update: string
  /** Path of its screen, below the dashboard's. */
  screen: string
  /** What the dashboard asks for when a school is set up, and the screens of that. */
  setupSteps: readonly { step: string; screen: string }[]
}
