import { spawnSync } from 'node:child_process'
import { createHttpApi, fetchSend } from '@bidyaloy/shared/api/http-api'
import { pdfFile } from '../../../src/test/sample-files.ts'
import { adminClient, signIn } from '../admin-client.ts'
import { assertConsistent, assertThat, type Scenario } from '../scenario.ts'

/** Clock offset at each start. */
const SHIFTS = ['+0d', '+40d', '-365d', '+0d']

/** Path of the faketime library; empty if it is not installed. */
function library(): string {
  const { stdout } = spawnSync('faketime', ['-f', '+0d', 'printenv', 'LD_PRELOAD'], {
    encoding: 'utf8',
  })
  return (stdout ?? '').trim()
}

/** The system clock jumps between starts. */
export const clock: Scenario = {
  name: 'clock',
  description: 'clock 40 days ahead or a year behind: no crash, tokens expire by it, order stays',
  rounds: 1,
  skipReason: () => (library() ? undefined : 'it needs faketime, which is not installed'),
  async run(context) {
    const params = { collection: 'notices' } as const
    let first: string | undefined
    let published = 0
    for (const shift of SHIFTS) {
      const server = context.start({
        // Preloaded directly: the faketime command would swallow the signals.
        env: { LD_PRELOAD: library(), FAKETIME: shift, FAKETIME_DONT_FAKE_MONOTONIC: '1' },
      })
      const url = await server.ready()
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
        `the newest comes first at ${shift}`,
      )
      server.child.kill('SIGTERM')
      await server.exit
    }
    await assertConsistent(context.dataDir)
    return [`starts with the clock at ${SHIFTS.join(', ')}: all served and written`]
  },
}
