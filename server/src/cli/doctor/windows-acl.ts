import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { DataFolder } from '../../data-folder.ts'
import { createFindings, type Finding } from './finding.ts'

/**
 * Groups of all local users in SDDL: Everyone, Authenticated Users,
 * Users, Interactive, Guests, Domain Users.
 * https://learn.microsoft.com/windows/win32/secauthz/sid-strings
 */
const EVERY_USER = new Set([
  ...['WD', 'AU', 'BU', 'IU', 'BG', 'AN', 'DU'],
  ...['S-1-1-0', 'S-1-5-11', 'S-1-5-32-545', 'S-1-5-4', 'S-1-5-32-546', 'S-1-5-7'],
])
/** Rights that change a file, its permissions or its owner. */
const WRITE_NAMES = ['FA', 'FW', 'GA', 'GW', 'KA', 'KW', 'WD', 'WO', 'SD', 'DC', 'CC', 'LC', 'DT']
const WRITE_MASK = 0x2 | 0x4 | 0x40 | 0x10000 | 0x40000 | 0x80000 | 0x10000000 | 0x40000000

/** Returns what a security descriptor allows to every local user. */
export function allowedToEveryUser(sddl: string): 'nothing' | 'read' | 'write' {
  const dacl = /D:([^()]*)((?:\([^()]*\))*)/.exec(sddl)
  // Without an access control list, everyone has full access.
  if (!dacl || dacl[1]?.includes('NO_ACCESS_CONTROL')) return 'write'
  let allowed: 'nothing' | 'read' = 'nothing'
  for (const [, ace = ''] of (dacl[2] ?? '').matchAll(/\(([^()]*)\)/g)) {
    const [type = '', , rights = '', , , sid = ''] = ace.split(';')
    if (!['A', 'XA'].includes(type) || !EVERY_USER.has(sid)) continue
    if (mayWrite(rights)) return 'write'
    allowed = 'read'
  }
  return allowed
}

/** @param rights letters in pairs, or a number such as `0x1301bf` */
function mayWrite(rights: string): boolean {
  if (/^0x/i.test(rights)) return (Number(rights) & WRITE_MASK) !== 0
  return (rights.match(/../g) ?? []).some((name) => WRITE_NAMES.includes(name))
}

/** Checks on Windows that other users can neither read the data nor change the program. */
export async function windowsFindings(
  { root }: Pick<DataFolder, 'root'>,
  program = path.dirname(process.argv[1] ?? ''),
  readSddl = securityDescriptor,
): Promise<Finding[]> {
  const privacy = createFindings('privacy')
  const readAcl = async (folder: string) =>
    readSddl(folder).then(allowedToEveryUser, () => 'unknown' as const)
  const [data, code] = [await readAcl(root), await readAcl(program)]
  if (data === 'unknown' || code === 'unknown') {
    return [privacy.warning(`The permissions of ${root} could not be read. See icacls ${root}`)]
  }
  return [
    data === 'nothing'
      ? privacy.good(`Other users of this PC cannot read ${root}.`)
      : privacy.bad(
          `Other users of this PC can ${data} ${root}, with password hashes and hidden documents. Restrict it with icacls as in docs/windows.md.`,
        ),
    ...(code === 'write'
      ? [
          privacy.bad(
            `Other users of this PC can change the program in ${program} and so control the server. Restrict its folder with icacls as in docs/windows.md.`,
          ),
        ]
      : []),
  ]
}

/** Returns the security descriptor of a folder in SDDL. @throws if PowerShell fails */
async function securityDescriptor(folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'powershell.exe',
    [
      '-NoProfile',
      '-NonInteractive',
      '-Command',
      '(Get-Acl -LiteralPath $env:ACL_OF -ErrorAction Stop).Sddl',
    ],
    { env: { ...process.env, ACL_OF: folder }, timeout: 20_000 },
  )
  return stdout.trim()
}
