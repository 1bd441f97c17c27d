import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { signIn } from './servers.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const LINE = fileURLToPath(new URL('./broken-line.mjs', import.meta.url))

/** The server that is measured. */
export const server = {}

/**
 * Measures a file of 25 MB over a line that is cut after each 4 MB (20 seconds at 200 kB/s): what is
 * sent in all, as a multiple of the file, by uploads that go on and by forms.
 */
export async function measure(_effort, school) {
  const { authorization } = await signIn(school)
  const execArgv = ['--import', 'tsx']
  const child = fork(LINE, [school.url, authorization], { execArgv, cwd: ROOT })
  const [{ resumed, form }] = await once(child, 'message')
  return [
    {
      what: 'a file that goes on after each break',
      figure: resumed.sent,
      unit: 'of the file sent',
      aim: { atMost: 1.1 },
      raw: { arrived: resumed.arrived, breaks: resumed.cuts },
    },
    {
      what: 'the same in a form, 10 times',
      figure: form.sent,
      unit: 'of the file sent',
      raw: { arrived: form.arrived, breaks: form.cuts },
    },
  ]
}
