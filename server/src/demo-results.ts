import { pages } from '@bidyaloy/shared/features/results/paths'
import { ResultImport } from '@bidyaloy/shared/features/results/results'
import { formatCode } from '@bidyaloy/shared/features/results/slip-code'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays } from '@bidyaloy/shared/lib/bengali/days'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { GroupKey } from '@bidyaloy/shared/school/group-key'
import { groupTitle } from '@bidyaloy/shared/school/group-title'
import * as z from 'zod'
import { forgetSlips, sealResults } from './features/results/seal-results.ts'
import { datedTitle, publishedAt, readJson, USERNAME } from './fill-demo.ts'
import type { Instance } from './scopes.ts'

/** Days for which the results of the sample can be opened. */
const DAYS = 60
/** Half-yearly examinations end before it. */
const AFTER_EXAM = { month: 7, day: 20 }
/** Grades by the least mark of 100, and by the least mean of their points. */
const GRADES = [
  { from: 80, grade: 'A+', points: 5 },
  { from: 70, grade: 'A', points: 4 },
  { from: 60, grade: 'A-', points: 3.5 },
  { from: 50, grade: 'B', points: 3 },
  { from: 40, grade: 'C', points: 2 },
  { from: 33, grade: 'D', points: 1 },
]
const FAILED = { grade: 'F', points: 0 }

const DemoResults = z.strictObject({
  /** With `{0}` for the year. */
  exam: z.string(),
  group: GroupKey,
  subjects: z.array(z.string()),
  /** In the order of their rolls. */
  girls: z.array(z.strictObject({ name: z.string(), marks: z.array(z.number()) })),
})
type DemoResults = z.infer<typeof DemoResults>

/** Returns the results of the sample school. */
export async function demoResults(now: Date): Promise<ResultImport> {
  const { exam, group, ...sheet } = DemoResults.parse(await readJson('results.json'))
  return {
    ...group,
    exam: datedTitle(exam, publishedAt(AFTER_EXAM, '10:00', now)),
    until: addDays(dhakaTime(now).iso, DAYS),
    __v: null,
    rows: rowsOf(sheet),
  }
}

function rowsOf({ subjects, girls }: Pick<DemoResults, 'subjects' | 'girls'>) {
  const counted = girls.map(({ name, marks }, at) => {
    const grades = marks.map((mark) => GRADES.find(({ from }) => mark >= from) ?? FAILED)
    const isPassed = !grades.includes(FAILED)
    const gpa = isPassed ? sum(grades.map(({ points }) => points)) / grades.length : 0
    return { roll: at + 1, name, marks, grades, gpa, total: sum(marks) }
  })
  const passed = counted.filter(({ gpa }) => gpa > 0).sort((a, b) => b.total - a.total)
  return counted.map(({ roll, name, marks, grades, gpa, total }) => {
    const place = passed.findIndex((one) => one.roll === roll) + 1
    return {
      roll,
      name,
      marks: subjects.map((subject, at) => ({
        subject,
        mark: toBengaliDigits(marks[at] ?? 0),
        grade: grades[at]?.grade ?? '',
      })),
      total: toBengaliDigits(total),
      gpa: toBengaliDigits(gpa.toFixed(2)),
      grade: (GRADES.find(({ points }) => gpa >= points) ?? FAILED).grade,
      place: place > 0 ? toBengaliDigits(place) : '',
    }
  })
}

const sum = (figures: readonly number[]) => figures.reduce((all, one) => all + one, 0)

/**
 * Seals the results of the sample school, through the command of the API.
 * @returns how to try a slip of them, in lines
 */
export async function sealDemoResults(
  deps: Pick<Instance, 'db' | 'clock' | 'serverKey'>,
): Promise<string> {
  const { sheet, slips } = await sealResults(
    deps,
    ResultImport.parse(await demoResults(deps.clock())),
    { by: USERNAME, takeTurn: (seal) => seal() },
  )
  // No browser has kept them.
  await deps.db.writePrivate((tx) =>
    forgetSlips(tx, sheet._id, { by: USERNAME, now: deps.clock() }),
  )
  const [slip] = slips
  if (!slip) return ''
  const { roll, code } = slip
  return (
    `A slip of the sample, for ${pages.results} — class: ${groupTitle(sheet)}  roll: ${roll}  code: ${formatCode(code)}\n` +
    'Its code is shown only once, since the server does not store it.\n'
  )
}
