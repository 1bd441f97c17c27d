import { type Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../config.ts'
import {
  addHost,
  removeHost,
  setHost,
  setQuota,
  setSuspended,
} from '../engines/schools/manage-schools.ts'
import { type CliContext, print } from './cli-context.ts'
import { type OpenedSchools, withSchools } from './with-schools.ts'

type Context = Pick<CliContext, 'env' | 'stdout'>

interface HostOptions {
  host: string
  url?: string
  dropFormer?: boolean
  json?: boolean
}

interface QuotaOptions {
  /** Bytes. */
  quota: number | 'none'
  json?: boolean
}

/*
 * Commands that change the settings in a school's row. Running servers read the rows every two
 * seconds.
 */

/** Adds `schools set-host`, `add-host`, `remove-host`, `suspend`, `resume` and `set`. */
export function addSettings(schools: Command, context: Context): void {
  addHosts(schools, context)
  addSuspension(schools, context)
  addQuota(schools, context)
}

/** Runs work on a school that exists and is complete. @throws Error with a one-line message otherwise */
const change = ({ env }: Context, name: string, work: (opened: OpenedSchools) => Promise<void>) =>
  withSchools(readConfig(env), async (opened) => {
    const { host } = await opened.find(name)
    if (host === null) {
      throw new Error(
        `${name} is incomplete. Remove it: npm run admin -- schools remove ${name} --yes`,
      )
    }
    await work(opened)
  })

function addHosts(schools: Command, context: Context): void {
  schools
    .command('set-host <name>')
    .description('Change the host of a school; its former one leads to the new one.')
    .requiredOption('--host <host>', 'lower-case host name at which it is served')
    .option('--url <address>', 'address of the site; defaults to https://<host>')
    .option('--drop-former', 'let the former host answer 421 instead')
    .option('--json', 'print JSON')
    .action(async (name: string, { host, url, dropFormer = false, json }: HostOptions) => {
      const publicUrl = withoutSlash(url)
      await change(context, name, ({ cluster }) =>
        setHost({ cluster }, { name, host, publicUrl }, { dropFormer }),
      )
      const text = `${name} is at ${publicUrl ?? `https://${host}`} within seconds. Passkeys are bound to the former host.`
      print(context, { json, result: { name, host }, text })
    })
  schools
    .command('add-host <name>')
    .description('Let a further host lead to the same paths of a school’s site.')
    .requiredOption('--host <host>', 'lower-case host name')
    .option('--json', 'print JSON')
    .action(async (name: string, { host, json }: HostOptions) => {
      await change(context, name, ({ cluster }) => addHost({ cluster }, { name, host }))
      print(context, {
        json,
        result: { name, host },
        text: `${host} leads to ${name} within seconds.`,
      })
    })
  schools
    .command('remove-host <name>')
    .description('Take a further host from a school; it answers 421 then.')
    .requiredOption('--host <host>', 'host name')
    .option('--json', 'print JSON')
    .action(async (name: string, { host, json }: HostOptions) => {
      await change(context, name, ({ cluster }) => removeHost({ cluster }, { name, host }))
      const text = `${host} leads to ${name} no more. Browsers may know it for an hour.`
      print(context, { json, result: { name, host }, text })
    })
}

function addSuspension(schools: Command, context: Context): void {
  const add = (word: string, suspended: boolean, description: string, follows: string) =>
    schools
      .command(`${word} <name>`)
      .description(description)
      .option('--json', 'print JSON')
      .action(async (name: string, { json }: { json?: boolean }) => {
        await change(context, name, ({ cluster }) => setSuspended({ cluster }, name, suspended))
        print(context, { json, result: { name, suspended }, text: `${name} ${follows}` })
      })
  const closes =
    'Close the site of a school, with its dashboard: 503. Backups and maintenance go on.'
  add('suspend', true, closes, 'answers 503 within seconds, until it is resumed.')
  add('resume', false, 'Open the site of a suspended school again.', 'is open within seconds.')
}

function addQuota(schools: Command, context: Context): void {
  schools
    .command('set <name>')
    .description('Limit the files of a school. Backups do not count.')
    .requiredOption('--quota <size>', 'such as 500MB or 5GB; none for no limit', readQuota)
    .option('--json', 'print JSON')
    .action(async (name: string, { quota: given, json }: QuotaOptions) => {
      const quota = given === 'none' ? null : given
      let used = 0
      await change(context, name, async ({ cluster, find }) => {
        await setQuota({ cluster }, name, quota)
        used = (await find(name)).used
      })
      const limit = quota === null ? 'have no limit' : `may take ${inMegabytes(quota)} MB`
      const text = `The files of ${name} ${limit} within seconds; they take ${inMegabytes(used)} MB.`
      print(context, { json, result: { name, quota, used }, text })
    })
}

const UNITS = { MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const

/** Returns the bytes of a size. @throws InvalidArgumentError */
function readQuota(text: string): QuotaOptions['quota'] {
  if (text === 'none') return text
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?) ?(MB|GB|TB)$/i.exec(text) ?? []
  const known = (['MB', 'GB', 'TB'] as const).find((one) => one === unit.toUpperCase())
  const bytes = known ? Math.round(Number(number) * UNITS[known]) : 0
  if (bytes <= 0) throw new InvalidArgumentError('It is neither a size such as 5GB nor none.')
  return bytes
}

/** Returns bytes in megabytes, with one decimal. */
export const inMegabytes = (bytes: number): string => (bytes / UNITS.MB).toFixed(1)

/** Returns an address without slashes at its end. */
export function withoutSlash(url: string | undefined): string | undefined {
  return url?.replace(/\/+$/, '')
}
