import Papa from 'papaparse'
import * as z from 'zod'
import { SiteUrl } from '../../config.ts'
import type { NewSchool } from './manage-schools.ts'
import { SchoolHost, SchoolName, SchoolTitle } from './school-hosts.ts'
import type { SchoolState } from './school-states.ts'

/** A school of a list, to be added. */
export interface ListedSchool extends Pick<NewSchool, 'name' | 'host' | 'publicUrl' | 'username'> {
  /** Of the list, from 1, with the heads. */
  line: number
  /** The school's own name. */
  title: string
}

const COLUMNS = ['name', 'host', 'school', 'url', 'username'] as const
type Column = (typeof COLUMNS)[number]
const NEEDED: readonly Column[] = ['name', 'host', 'school']

const blank = z.literal('').transform(() => undefined)
const Row = z.object({
  name: SchoolName,
  host: SchoolHost,
  school: SchoolTitle,
  url: z.union([blank, SiteUrl.transform((url) => url.replace(/\/+$/, ''))]),
  username: z.union([blank, z.string().max(200, 'is longer than 200 letters')]),
})

/** Faults of a list of schools; the message has a line for each. */
const faulty = (faults: readonly string[]) =>
  new Error(`Nothing was added. Correct the list and repeat the command:\n${faults.join('\n')}`)

/**
 * Reads a CSV with a line of heads, as Excel and LibreOffice write it (UTF-8, commas or semicolons).
 * @throws Error that names each faulty line
 */
export function readSchoolList(bytes: Uint8Array): ListedSchool[] {
  let text: string
  try {
    // Skips the byte order mark.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw faulty(['It is not UTF-8. Save it as "CSV UTF-8".'])
  }
  const [heads = [], ...rows] = Papa.parse<string[]>(text).data
  const names = heads.map((head) => head.trim().toLowerCase())
  const faults = NEEDED.filter((column) => !names.includes(column)).map(
    (column) => `Line 1: the column ${column} is missing.`,
  )
  for (const head of names.filter((name) => !COLUMNS.some((column) => column === name))) {
    faults.push(`Line 1: ${head || 'a blank head'} is none of ${COLUMNS.join(', ')}.`)
  }
  if (faults.length > 0) throw faulty(faults)
  const listed: ListedSchool[] = []
  for (const [index, cells] of rows.entries()) {
    const line = index + 2
    if (cells.every((cell) => cell.trim() === '')) continue
    const cell = (column: Column) => (cells[names.indexOf(column)] ?? '').normalize('NFC').trim()
    const parsed = Row.safeParse(Object.fromEntries(COLUMNS.map((one) => [one, cell(one)])))
    if (!parsed.success) {
      for (const issue of parsed.error.issues) {
        // Of an address, the second choice: the first is a blank cell.
        const { message } = issue.code === 'invalid_union' ? (issue.errors[1]?.[0] ?? issue) : issue
        const column = COLUMNS.find((one) => one === issue.path[0]) ?? 'name'
        faults.push(`Line ${line}: ${column} ${[cell(column), message].filter(Boolean).join(' ')}.`)
      }
      continue
    }
    const { school: title, url: publicUrl, ...school } = parsed.data
    listed.push({ line, title, publicUrl, ...school })
  }
  for (const key of ['name', 'host'] as const) {
    const first = new Map<string, number>()
    for (const { line, ...school } of listed) {
      const before = first.get(school[key])
      if (before === undefined) first.set(school[key], line)
      else faults.push(`Line ${line}: ${key} ${school[key]} is in line ${before} too.`)
    }
  }
  if (faults.length > 0) throw faulty(faults)
  return listed
}

/**
 * Compares a list with the schools that there are.
 * @returns those to add, and the names of those that are there, at the same host
 * @throws Error that names each line that cannot be added
 */
export function checkSchoolList(
  listed: readonly ListedSchool[],
  known: readonly Pick<SchoolState, 'name' | 'host' | 'furtherHosts'>[],
): { missing: ListedSchool[]; present: string[] } {
  const faults: string[] = []
  const missing: ListedSchool[] = []
  const present: string[] = []
  for (const school of listed) {
    const { line, name, host } = school
    const same = known.find((one) => one.name === name)
    const other = known.find(
      (one) => one.name !== name && (one.host === host || one.furtherHosts.includes(host)),
    )
    if (other) faults.push(`Line ${line}: host ${host} is of ${other.name}.`)
    else if (!same) missing.push(school)
    else if (same.host === host) present.push(name)
    else if (same.host !== null) faults.push(`Line ${line}: name ${name} is at ${same.host}.`)
    else faults.push(`Line ${line}: name ${name} is incomplete: schools remove ${name} --yes`)
  }
  if (faults.length > 0) throw faulty(faults)
  return { missing, present }
}
