import { readConfig } from '../../config.ts'
import { dataFolderAt } from '../../data-folder.ts'
import { type Finding, findingsAbout } from './finding.ts'
import { backupFinding, folderFinding, privacyFinding, secretFinding } from './folder.ts'
import { nodeFinding, roomFinding, serverFinding } from './machine.ts'
import { recordFindings } from './records.ts'
import { windowsFindings } from './windows-acl.ts'

/** Looks at everything that the server stands on, whether it runs or not. Changes nothing. */
export async function examine(env: NodeJS.ProcessEnv, now: Date): Promise<Finding[]> {
  const settings = findingsAbout('settings')
  let config: ReturnType<typeof readConfig>
  try {
    config = readConfig(env)
  } catch (error) {
    const wrong = error instanceof Error ? error.message : String(error)
    return [nodeFinding(), settings.bad(`${wrong}. Correct it in the environment or in .env.`)]
  }
  const folder = dataFolderAt(config.dataDir)
  const first = [nodeFinding(), settings.good('All can be read.'), await folderFinding(folder)]
  // Without its folder there is nothing else to look at.
  if (first.some(({ about, level }) => about === 'folder' && level === 'bad')) return first
  return [
    ...first,
    await roomFinding(folder),
    await serverFinding(config, folder),
    ...(await recordFindings(folder, now)),
    await backupFinding(folder, now),
    ...(process.platform === 'win32'
      ? await windowsFindings(folder)
      : [await privacyFinding(folder)]),
    await secretFinding(folder),
  ]
}

/** 0: all is well; 1: something is bad; 2: there are warnings only. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ level }) => level === 'bad')) return 1
  return findings.some(({ level }) => level === 'warning') ? 2 : 0
}

const MARKS = { good: 'ok  ', warning: 'warn', bad: 'BAD ' } as const

/** The findings as lines to read. */
export function asLines(findings: readonly Finding[]): string {
  const lines = findings.map(({ about, level, text }) => `${MARKS[level]}  ${about}: ${text}\n`)
  const ends = ['All is well.\n', 'Something is wrong: see BAD.\n', 'It works; see warn.\n']
  return lines.join('') + ends[exitCodeOf(findings)]
}
