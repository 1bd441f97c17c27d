// Apart from the other helpers: only tests of worker processes run `ps`.
import { execFileSync, spawnSync } from 'node:child_process'

/** Returns the ids of this process's children whose command line contains `name`. */
export function childProcesses(name: string): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return rows
    .split('\n')
    .filter((row) => row.includes(name))
    .map((row) => /^\s*(\d+)\s+(\d+)\s/.exec(row))
    .filter((row) => Number(row?.[2]) === process.pid)
    .map((row) => Number(row?.[1]))
}

/** Returns the resident memory of a process in KB; 0 if it has ended. */
export function residentKb(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(stdout.trim())
}
