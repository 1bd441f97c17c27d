import { execFileSync } from 'node:child_process'

/** Ids of the processes that this one has started and in whose command `name` stands. */
export function childProcesses(name: string): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return rows
    .split('\n')
    .filter((row) => row.includes(name))
    .map((row) => /^\s*(\d+)\s+(\d+)\s/.exec(row))
    .filter((row) => Number(row?.[2]) === process.pid)
    .map((row) => Number(row?.[1]))
}
