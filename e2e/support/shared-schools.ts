import { fillKnownSchool } from './known-school.ts'
import { type SchoolServer, signedInApi, startSchoolServer } from './school-server.ts'

/** A school that all workers share, and that tests only read. */
export type SharedSchool = Pick<SchoolServer, 'url' | 'dataDir' | 'admin'>

/** Environment variables that tell the workers where the shared schools are. */
const VARIABLES = { demo: 'E2E_DEMO_SCHOOL', known: 'E2E_KNOWN_SCHOOL' } as const

/**
 * Playwright's global set-up: starts the schools that tests only read, once for all workers,
 * because filling them and rendering their PDF pages takes longer than most tests.
 * @returns the global teardown
 */
export default async function startSharedSchools(): Promise<() => Promise<void>> {
  // One after the other: the process that renders pages serves one school.
  const demo = await startSchoolServer({ demo: true })
  const known = await startKnownSchool()
  process.env[VARIABLES.demo] = `${demo.url} ${demo.dataDir}`
  process.env[VARIABLES.known] = `${known.url} ${known.dataDir}`
  return async () => {
    await Promise.all([demo.remove(), known.remove()])
  }
}

/** Returns the shared school, with a signed-in admin of this worker. */
export async function findSharedSchool(name: keyof typeof VARIABLES): Promise<SharedSchool> {
  const [, url, dataDir] = /^(\S+) (.+)$/.exec(process.env[VARIABLES[name]] ?? '') ?? []
  if (!url || !dataDir) throw new Error('The global set-up did not run')
  return { url, dataDir, admin: await signedInApi(url) }
}

async function startKnownSchool(): Promise<SchoolServer> {
  const school = await startSchoolServer()
  await fillKnownSchool(school.admin)
  return school
}
