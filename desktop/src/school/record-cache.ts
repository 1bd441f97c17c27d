import type { PathParams } from '../outbox/queueable.ts'

type Row = Readonly<Record<string, unknown>>

/** The records that went by, for showing what a change makes of them. */
export interface RecordCache {
  /** Notes the records in an answer to the read `name`. */
  note(name: string, params: PathParams, json: unknown): void
  find(target: string): Row | null
}

const MAX_RECORDS = 5000

const SINGLES: Readonly<Record<string, string>> = {
  getSchoolInfo: 'schoolInfo',
  getContact: 'contactus',
  getSettings: 'settings',
}

/** Remembers the last 5,000 records, in memory alone. */
export function createRecordCache(): RecordCache {
  const records = new Map<string, Row>()
  const keep = (target: string, row: Row) => {
    records.delete(target)
    records.set(target, row)
    const [oldest] = records.keys()
    if (records.size > MAX_RECORDS && oldest !== undefined) records.delete(oldest)
  }
  return {
    note(name, { collection = 'studentCounts' }, json) {
      const single = SINGLES[name]
      if (single !== undefined) {
        if (isRow(json)) keep(single, json)
        return
      }
      for (const row of Array.isArray(json) ? json : [json]) {
        if (isRow(row) && typeof row._id === 'string') keep(`${collection}/${row._id}`, row)
      }
    },
    find: (target) => records.get(target) ?? null,
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
