import { type Config, ConfigError } from '../config.ts'
import type { Cluster } from '../engines/postgres/cluster.ts'
import { readSchoolStates, type SchoolState } from '../engines/schools/school-states.ts'
import { connectCluster } from '../find-records.ts'
import { silent } from './cli-context.ts'

/** The schools of a database, opened for a command. */
export interface OpenedSchools {
  cluster: Cluster
  list(): Promise<SchoolState[]>
  /** Returns a school. @throws Error with a one-line message if it does not exist */
  find(name: string): Promise<SchoolState>
}

/** Runs work on the schools of a database, also beside running servers. */
export async function withSchools<T>(
  config: Config,
  work: (schools: OpenedSchools) => Promise<T>,
): Promise<T> {
  if (!config.manySchools || config.databaseUrl === undefined)
    throw new ConfigError('SCHOOLS: needs to be 1, and DATABASE_URL to be set')
  const cluster = await connectCluster(config, { log: silent })
  const list = () => readSchoolStates(cluster, { now: new Date() })
  try {
    return await work({
      cluster,
      list,
      async find(name) {
        const found = (await list()).find((one) => one.name === name)
        if (!found) throw new Error(`There is no school ${name}.`)
        return found
      },
    })
  } finally {
    await cluster.close()
  }
}
