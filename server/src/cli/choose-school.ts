import { InvalidArgumentError } from 'commander'
import { readConfig } from '../config.ts'
import { configOfSchool } from '../engines/schools/school-config.ts'
import type { CliContext } from './cli-context.ts'
import { withSchools } from './with-schools.ts'

const OPTION = '--school'
/** Commands of the whole installation. */
const OF_ALL = [
  'schools',
  'backup-key',
  'upgrade',
  'rollback',
  'setup',
  'version',
  '--version',
  'help',
]

/**
 * Takes `--school <name>` out of the words of a command line, and returns the context of that school:
 * to all commands but `schools` it is the only one of its folder and address.
 * @throws Error whose message is a single line for the operator
 */
export async function chooseSchool(
  context: CliContext,
  words: readonly string[],
): Promise<{ context: CliContext; words: string[] }> {
  const { named, rest } = takeOption(words)
  const isOfAll = rest[0] === undefined || OF_ALL.includes(rest[0])
  if (isOfAll || rest.some((word) => word === '--help' || word === '-h'))
    return { context, words: rest }
  const config = readConfig(context.env)
  if (!config.manySchools) {
    if (named === undefined) return { context, words: rest }
    throw new Error(`${OPTION}: needs SCHOOLS=1.`)
  }
  const rows = await withSchools(config, ({ list }) => list())
  const [only, ...others] = rows
  if (named === undefined && others.length > 0) {
    throw new Error(`Choose a school with ${OPTION}: npm run admin -- schools list`)
  }
  const row = named === undefined ? only : rows.find(({ name }) => name === named)
  if (!row)
    throw new Error(
      named === undefined
        ? 'There is no school yet: npm run admin -- schools add'
        : `${OPTION}: unknown school ${named}.`,
    )
  const { dataDir, publicUrl } = configOfSchool(config, row)
  const env = { ...context.env, SCHOOLS: '0', DATA_DIR: dataDir, PUBLIC_URL: publicUrl ?? '' }
  return {
    context: { ...context, env, school: row.name, serverDir: config.dataDir },
    words: rest,
  }
}

function takeOption(words: readonly string[]): { named: string | undefined; rest: string[] } {
  const at = words.findIndex((word) => word === OPTION || word.startsWith(`${OPTION}=`))
  if (at < 0) return { named: undefined, rest: [...words] }
  const joined = words[at]?.includes('=') ?? false
  const named = joined ? words[at]?.slice(OPTION.length + 1) : words[at + 1]
  if (!named) throw new InvalidArgumentError(`${OPTION} needs the name of a school.`)
  return { named, rest: words.toSpliced(at, joined ? 1 : 2) }
}
