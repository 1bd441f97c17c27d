import { expect, it } from 'vitest'
import { allowedToEveryUser, windowsFindings } from './windows-acl.ts'

/** Permissions of a folder that was created below `C:\`. */
const OPEN =
  'O:BAG:S-1-5-21-1-2-3-513D:AI(A;OICIID;FA;;;BA)(A;OICIID;FA;;;SY)(A;OICIID;0x1200a9;;;BU)(A;ID;0x1301bf;;;AU)(A;OICIIOID;SDGXGWGR;;;AU)'
/** Permissions after the icacls command of the guide. */
const CLOSED = 'O:BAG:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1301bf;;;LS)'

it.each([
  ['a folder below C:', OPEN, 'write'],
  ['a closed folder', CLOSED, 'nothing'],
  ['read access for Users', `${CLOSED}(A;OICI;0x1200a9;;;BU)`, 'read'],
  ['read access for Everyone by its number', `${CLOSED}(A;OICI;FR;;;S-1-1-0)`, 'read'],
  ['a denial', `${CLOSED}(D;OICI;FA;;;WD)`, 'nothing'],
  ['no access control list', 'O:BAG:BA', 'write'],
  ['an empty one', 'O:BAG:BAD:P', 'nothing'],
])('%s', (_, sddl, allowed) => {
  expect(allowedToEveryUser(sddl)).toBe(allowed)
})

it('reports a readable data folder and a writable program', async () => {
  const texts = async (read: (folder: string) => Promise<string>) =>
    (await windowsFindings({ root: 'C:\\b\\data' }, 'C:\\b', read)).map(
      ({ level, text }) => `${level} ${text}`,
    )
  expect(await texts(async () => CLOSED)).toEqual([expect.stringMatching(/^good .*data/)])
  expect(await texts(async () => OPEN)).toEqual([
    expect.stringMatching(/^bad .*can write C:\\b\\data/),
    expect.stringMatching(/^bad .*change the program in C:\\b /),
  ])
  expect(await texts(() => Promise.reject(new Error('no PowerShell')))).toEqual([
    expect.stringMatching(/^warning .*icacls/),
  ])
})
