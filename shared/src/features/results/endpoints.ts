import * as z from 'zod'
import type { DeclaredEndpoint } from '../../api/endpoint.ts'
import { paths } from './paths.ts'
import {
  ImportedResults,
  KeptSlips,
  OpenedSlips,
  PublicResults,
  ResultChange,
  ResultImport,
  ResultSheet,
} from './results.ts'

const tag = 'results'
const byStaff = { tag, access: 'admin', right: 'publish' } as const
const OneSheet = z.object({ id: z.string() })

export const resultEndpoints = {
  listResults: {
    ...paths.listResults,
    summary: 'The examinations and sections whose results can be opened with a slip',
    tag,
    access: 'public',
    status: 200,
    response: z.array(PublicResults),
  },
  listResultSheets: {
    ...paths.listResultSheets,
    tag,
    access: 'admin',
    summary: 'The sheets of results, without what they say of anyone',
    status: 200,
    response: z.array(ResultSheet),
  },
  sealResults: {
    ...paths.sealResults,
    ...byStaff,
    // Not idempotent: the stored response would have the codes. After a lost response the next import
    // makes new ones, and `__v` keeps a late one from ending them.
    summary:
      'Seal a sheet of results: draws a code for each row, and ends the codes of an earlier import of the same examination and section',
    records: { actions: ['imported'] },
    body: ResultImport,
    maxJsonBytes: 1024 * 1024,
    status: 200,
    response: ImportedResults,
    problems: ['conflict'],
  },
  changeResults: {
    ...paths.changeResults,
    ...byStaff,
    summary: 'Change the last day of a sheet',
    records: { actions: ['changed'] },
    params: OneSheet,
    body: ResultChange,
    status: 200,
    response: ResultSheet,
    problems: ['not_found', 'conflict'],
  },
  endResults: {
    ...paths.endResults,
    ...byStaff,
    summary: 'End a sheet: its results are deleted, and its codes open nothing',
    records: { actions: ['deleted'] },
    params: OneSheet,
    status: 204,
    problems: ['not_found'],
  },
  openSlips: {
    ...paths.openSlips,
    ...byStaff,
    summary: 'Read the slips of the own import again, until they are printed',
    records: { nothing: 'Only who has imported the sheet can send what is opened.' },
    params: OneSheet,
    body: KeptSlips,
    maxJsonBytes: 256 * 1024,
    status: 200,
    response: OpenedSlips,
    problems: ['not_found'],
  },
  forgetSlips: {
    ...paths.forgetSlips,
    ...byStaff,
    summary: 'The slips are printed: nobody can read them again',
    records: { actions: ['changed'] },
    params: OneSheet,
    status: 204,
    problems: ['not_found'],
  },
} as const satisfies Record<keyof typeof paths, DeclaredEndpoint>

/** Schemas that the API document names. */
export const resultSchemas = { ResultImport, PublicResults, ResultSheet, ImportedResults }
