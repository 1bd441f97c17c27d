import type { Config } from '../../config.ts'
import { folderOfSchool } from '../../data-folder.ts'
import { addressOf, type KnownSchool } from './school-hosts.ts'

/** Returns the settings of a school: those of the process, its data folder and its address. */
export function configOfSchool(
  config: Config,
  { name, host, publicUrl }: Pick<KnownSchool, 'name' | 'publicUrl'> & { host: string | null },
): Config {
  return {
    ...config,
    dataDir: folderOfSchool(config.dataDir, name),
    publicUrl: host === null ? (publicUrl ?? undefined) : addressOf({ host, publicUrl }),
  }
}
