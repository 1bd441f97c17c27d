import dns from 'node:dns/promises'
import fs from 'node:fs'
import os from 'node:os'
import { domainToASCII } from 'node:url'
import type { Command } from 'commander'
import { addCommand, type CliContext } from '../cli-context.ts'
import { setUp } from './setup.ts'

interface Options {
  domain: string
  dryRun?: boolean
  start: boolean
}

/** Adds `setup`, which makes a service of the unpacked archive. */
export function addSetupCommand(
  program: Command,
  { stdout, endWith }: Pick<CliContext, 'stdout' | 'endWith'>,
): void {
  addCommand(program, 'setup', {
    description:
      'Set up the service and Caddy on Debian or Ubuntu, and show the first sign-in. What is there stays, so it can be repeated.',
    examples: ['setup --domain school.example', 'setup --domain school.example --dry-run'],
  })
    .requiredOption('--domain <name>', 'name under which visitors find the site')
    .option('--dry-run', 'say what would be done')
    .option('--no-start', 'leave the service stopped, to restore a backup before its first start')
    .action(async ({ domain: given, dryRun = false, start }: Options) => {
      const domain = parseDomain(given)
      assertMachine(dryRun)
      const say = (line: string) => void stdout.write(`${line}\n`)
      const warning = await dnsWarning(domain)
      if (warning) say(warning)
      endWith?.(await setUp({ domain, dryRun, start, say, program: process.cwd(), root: '/' }))
    })
}

/** @throws Error with a one-line message */
export function parseDomain(given: string): string {
  const domain = /[/:@?#]/.test(given) ? '' : domainToASCII(given)
  if (/^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/.test(domain)) return domain
  throw new Error(`--domain: ${given} is not the name of a host, such as school.example.`)
}

/** @throws Error with a one-line message on a machine where the service cannot be set up */
function assertMachine(dryRun: boolean): void {
  if (process.platform !== 'linux' || !fs.existsSync('/run/systemd/system')) {
    throw new Error(
      'This machine has no systemd. Other installations: docs/container.md, docs/windows.md',
    )
  }
  if (process.getuid?.() !== 0 && !dryRun) throw new Error('Run the command with sudo.')
}

/** Says if a domain does not lead to an address of this machine; behind a router that may be right. */
async function dnsWarning(domain: string): Promise<string | undefined> {
  const found = await dns.lookup(domain, { all: true }).catch(() => [])
  const own = Object.values(os.networkInterfaces()).flatMap((list) => list ?? [])
  if (found.some(({ address }) => own.some((one) => one.address === address))) return undefined
  const where = found.map(({ address }) => address).join(', ') || 'nowhere'
  return `Warning: ${domain} leads to ${where}, which is no address of this machine. Caddy gets a certificate only when visitors reach this machine there.`
}
