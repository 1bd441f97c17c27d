import { spawnSync } from 'node:child_process'
import { createHttpApi, fetchSend } from '@bidyaloy/shared/api/http-api'
import { pdfFile } from '../../test/sample-files.ts'
import { adminClient, signIn } from '../admin-client.ts'
import { mustBeInStep } from '../in-step.ts'
import { assertThat, type Scenario } from '../scenario.ts'

/** Where the clock stands at each start: right, far ahead, a year behind, right again. */
const SHIFTS = ['+0d', '+40d', '-365d', '+0d']

/** Where the library that shifts the clock lies; empty where it is not there. */
function library(): string {
  const { stdout } = spawnSync('faketime', ['-f', '+0d', 'printenv', 'LD_PRELOAD'], {
    encoding: 'utf8',
  })
  return (stdout ?? '').trim()
}

/** A machine whose battery is empty and whose clock jumps. */
export const clock: Scenario = {
  name: 'clock',
  about: 'the clock 40 days ahead, a year behind: no crash, old tokens judged by it, order stays',
  rounds: 1,
  impossible: () => (library() ? undefined : 'it needs faketime, which is not there'),
  async play(ground) {
    const params = { collection: 'notices' } as const
    let first: string | undefined
    let published = 0
    for (const shift of SHIFTS) {
      const program = ground.start({
        // Not by way of its command, which would keep the signals to itself.
        env: { LD_PRELOAD: library(), FAKETIME: shift, FAKETIME_DONT_FAKE_MONOTONIC: '1' },
      })
      const url = await program.ready()
      if (first && shift === '+40d') {
        const old = await adminClient(url, first)
          .api.session()
          .catch(() => null)
        assertThat(old === null, 'a token of 30 days is over after 40')
      }
      const { api, token } = await signIn(url)
      first ??= token
      await api.createEntry({
        params,
        body: { title: `${published} নম্বর নোটিশ` },
        file: pdfFile(),
      })
      published += 1
      const dates = (await createHttpApi(fetchSend(url)).listEntries({ params })).map(
        ({ date }) => date,
      )
      assertThat(dates.length === published, `all ${published} notices are shown at ${shift}`)
      assertThat(
        [...dates].sort().reverse().join() === dates.join(),
        `the newest stands first at ${shift}`,
      )
      program.child.kill('SIGTERM')
      await program.exit
    }
    await mustBeInStep(ground.dataDir)
    return [`starts with the clock at ${SHIFTS.join(', ')}: all served and written`]
  },
}
