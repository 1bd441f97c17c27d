import fs from 'node:fs/promises'
import path from 'node:path'
import { atomicMove } from '../../lib/atomic-move.ts'
import type { Installation } from './installation.ts'
import type { UpgradeOptions } from './upgrade.ts'

/** Names under which the unit of a release may be installed: for one process, and for several. */
const UNITS = ['bidyaloy.service', 'bidyaloy@.service']

/** Path of the unit in a version's folder. */
export const unitOf = (folder: string): string => path.join(folder, 'deploy', 'bidyaloy.service')

/** Replaces installed units that are those of another version; one that was changed by hand stays. */
export async function updateUnits(
  { parent, running }: Pick<Installation, 'parent' | 'running'>,
  { unitFolder, services, say }: Pick<UpgradeOptions, 'unitFolder' | 'services' | 'say'>,
): Promise<void> {
  const wanted = await readText(unitOf(running.folder))
  const released = await Promise.all(
    (await fs.readdir(parent))
      .filter((name) => name.startsWith('bidyaloy-'))
      .map((name) => readText(unitOf(path.join(parent, name)))),
  )
  let isChanged = false
  for (const name of UNITS) {
    const file = path.join(unitFolder, name)
    const present = await readText(file)
    if (present === null || wanted === null || present === wanted) continue
    if (!released.includes(present)) {
      say(`${file} was changed by hand and stays. Compare it with ${unitOf(running.folder)}.`)
      continue
    }
    await writeUnit(file, wanted)
    isChanged = true
  }
  if (isChanged) await services.reload()
}

/** Writes a unit, readable by all as systemd wants it. */
export const writeUnit = (file: string, text: string) => writeWhole(file, text, 0o644)

/** Writes a file that a power cut does not leave cut off: what is there counts as the operator's. */
export async function writeWhole(file: string, text: string, mode: number): Promise<void> {
  const folder = path.dirname(file)
  const partial = path.join(folder, `.${path.basename(file)}.new`)
  await fs.writeFile(partial, text, { mode })
  await fs.chmod(partial, mode)
  await atomicMove(folder, [{ from: partial, to: path.basename(file) }])
}

/** Returns the text of a file; null if it cannot be read. */
export const readText = (file: string) => fs.readFile(file, 'utf8').catch(() => null)
