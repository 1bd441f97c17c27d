import path from 'node:path'
import type { Config } from '../config.ts'
import type { KnownSchool } from './school-hosts.ts'

/** Returns the data folder of a school. */
export function folderOfSchool({ dataDir }: Pick<Config, 'dataDir'>, name: string): string {
  return path.join(dataDir, 'schools', name)
}

/** Returns the settings of a school: those of the process, its data folder and its address. */
export function configOfSchool(
  config: Config,
  { name, host, publicUrl }: Pick<KnownSchool, 'name' | 'publicUrl'> & { host: string | null },
): Config {
  return {
    ...config,
    dataDir: folderOfSchool(config, name),
    publicUrl: publicUrl ?? (host === null ? undefined : `https://${host}`),
  }
}
