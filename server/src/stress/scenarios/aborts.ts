import { signIn } from '../admin-client.ts'
import { holdUpload } from '../held-upload.ts'
import { mustBeInStep } from '../in-step.ts'
import { assertThat, type Scenario } from '../scenario.ts'

const AT_ONCE = 10
/** Without its last bytes a body is never whole. */
const NEVER_SENT = 12

/** Lines that break. */
export const aborts: Scenario = {
  name: 'aborts',
  about: 'uploads cut off at random points leave no file, no temporary file and no record',
  rounds: 100,
  async play(ground) {
    const program = ground.start()
    const office = await signIn(await program.ready())
    let cut = 0
    while (ground.hasTimeFor(cut)) {
      const uploads = Array.from({ length: AT_ONCE }, () => {
        const title = `কাটা পড়া নোটিশ ${ground.dice.between(1, 1e6)}`
        return holdUpload(office, title, 'ছুটি '.repeat(ground.dice.between(1, 60_000)))
      })
      await Promise.all(
        uploads.map(async (upload) => {
          await upload.sendUntil(ground.dice.between(0, upload.size - NEVER_SENT))
          upload.leave()
          await upload.answer.catch(() => undefined)
        }),
      )
      cut += uploads.length
    }
    // Whoever comes after them is served.
    const last = holdUpload(office, 'শেষ নোটিশ')
    last.finish()
    assertThat((await last.answer) === 201, 'an upload after them is taken')
    await mustBeInStep(ground.dataDir)
    const notices = await office.api.listEntries({ params: { collection: 'notices' } })
    assertThat(notices.length === 1, 'none of the uploads became a record')
    assertThat(!program.output().includes('"level":50'), 'none of them is a fault of the server')
    return [`uploads cut off: ${cut}, left: 0`]
  },
}
