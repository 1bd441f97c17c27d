import { fork } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

/*
 * Reads papers in the built worker and compares them with what is written on them: every second one,
 * and those that are held out. `npm run bench -- papers all` reads every one, `papers held-out` only those;
 * named conditions limit it: `npm run bench -- papers all scan-200 photo`.
 */
register({ tsconfig: fileURLToPath(new URL('../server/tsconfig.json', import.meta.url)) })
const { papers, printPapers } = await import('./papers/print.mjs')
const { conditions, fileOf } = await import('./papers/conditions.mjs')
const { compare } = await import('./papers/compare.mjs')

const MEMORY_MB = 400
const worker = fileURLToPath(new URL('../server/dist/read-worker.js', import.meta.url))

/** Figures to reach, in percent. */
const aims = {
  pdf: { errors: 1.5 },
  bijoy: { errors: 3 },
  'scan-150': { errors: 3.5, words: 95 },
  'scan-200': { errors: 3.5, words: 95 },
  photo: { errors: 4, words: 94 },
}

/** Conditions in which the held-out papers are read. */
const HELD_OUT = ['pdf', 'bijoy', 'scan-200', 'stamped', 'photo']

/** Measures character errors, words, numbers and cost for each condition. */
export async function measure({ short, names }) {
  const every = short ? 5 : names.includes('all') ? 1 : 2
  const named = names.filter((name) => name !== 'all' && name !== 'held-out')
  const unknown = named.find((name) => !Object.hasOwn(conditions, name))
  if (unknown) throw new Error(`Unknown condition ${unknown}`)
  const asked = (usual) => usual.filter((name) => named.length === 0 || named.includes(name))
  const sets = [
    { from: papers().filter((_, at) => at % every === 0), in: asked(Object.keys(conditions)) },
    { name: 'held-out, ', from: papers('held-out'), in: asked(HELD_OUT) },
  ].slice(names.includes('held-out') ? 1 : 0, short ? 1 : 2)
  const rows = []
  for (const { name = '', from, in: wanted } of sets) {
    if (wanted.length > 0) await printPapers(from)
    for (const condition of wanted) {
      rows.push(...rowsOf(`${name}${condition}`, aims[condition], await sumOf(from, condition)))
    }
  }
  return rows
}

async function sumOf(all, condition) {
  const child = fork(worker, [String(MEMORY_MB)], {
    cwd: path.dirname(worker),
    execArgv: [`--max-old-space-size=${MEMORY_MB / 2}`],
  })
  const sum = {}
  try {
    for (const { id, text } of all) {
      const file = await fileOf(id, condition)
      const { extension } = conditions[condition]
      const result = await runJob(child, { file, extension, page: 1 })
      if (!result.made) throw new Error(`${id}, ${condition}: ${JSON.stringify(result)}`)
      for (const [name, value] of Object.entries(compare(text, result.made))) {
        if (typeof value === 'number') sum[name] = (sum[name] ?? 0) + value
      }
    }
    return { ...sum, ...costOf(child), pages: all.length }
  } finally {
    child.disconnect()
  }
}

function runJob(child, job) {
  return new Promise((resolve, reject) => {
    const onMessage = (message) => {
      if ('progress' in message) return
      child.off('message', onMessage).off('exit', onExit)
      resolve(message)
    }
    const onExit = (code, signal) => reject(new Error(`The reader ended: ${code ?? signal}`))
    child.on('message', onMessage).on('exit', onExit)
    child.send(job)
  })
}

/** CPU seconds and largest memory of a process, as Linux counts them. */
function costOf({ pid }) {
  if (process.platform !== 'linux') return { cpu: 0, memoryMb: 0 }
  const ticks = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  return {
    cpu: (Number(ticks[11]) + Number(ticks[12])) / 100,
    memoryMb: Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024,
  }
}

function rowsOf(what, aim = {}, sum) {
  const percent = (part, whole) => (100 * part) / Math.max(1, whole)
  return [
    {
      what: `${what}: wrong characters`,
      figure: percent(sum.errors, sum.letters),
      unit: '%',
      ...(aim.errors && { aim: { atMost: aim.errors } }),
      raw: { 'CPU s a page': sum.cpu / sum.pages, 'memory MB': sum.memoryMb },
    },
    {
      what: `${what}: words`,
      figure: percent(sum.wordsFound, sum.words),
      unit: '%',
      ...(aim.words && { aim: { atLeast: aim.words } }),
    },
    {
      what: `${what}: numbers that visitors see, right`,
      figure: percent(sum.shownRight, sum.shown),
      unit: '%',
      aim: { atLeast: 99 },
      raw: {
        read: `${Math.round(percent(sum.numbersFound, sum.numbers))} %`,
        seen: `${sum.shown} of ${sum.numbers}`,
      },
    },
  ]
}
