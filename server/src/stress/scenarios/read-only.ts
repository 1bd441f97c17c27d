import fs from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '@bidyaloy/shared/api/api'
import { harmlessUser } from '../../test/built-server.ts'
import { pdfFile } from '../../test/sample-files.ts'
import { signIn } from '../admin-client.ts'
import { doOne, mustBeKept, newClerk } from '../clerk.ts'
import { mustBeInStep } from '../in-step.ts'
import { assertThat, type Scenario } from '../scenario.ts'

const FOLDERS = ['staging', 'uploads', 'gallery-uploads']
const TRIES = 10

/** Somebody has taken the right to write from the folders while the server runs. */
export const readOnly: Scenario = {
  name: 'read-only',
  about:
    'folders turn read-only: reads go on, uploads are refused as unavailable, then taken again',
  rounds: 10,
  impossible: () => (harmlessUser() ? undefined : 'it needs a user who may not write everywhere'),
  async play(ground) {
    const user = harmlessUser()
    await fs.chmod(ground.root, 0o755)
    await fs.mkdir(ground.dataDir)
    if (user?.uid !== undefined) await fs.chown(ground.dataDir, user.uid, user.uid)
    const program = ground.start({ spawnOptions: { cwd: '/', ...user } })
    const office = await signIn(await program.ready())
    const clerk = newClerk('তালাবদ্ধ')
    const all = (mode: number) =>
      Promise.all(FOLDERS.map((name) => fs.chmod(path.join(ground.dataDir, name), mode)))
    const params = { collection: 'notices' } as const
    let refused = 0
    for (let round = 0; ground.hasTimeFor(round); round += 1) {
      for (let done = 0; done < TRIES; done += 1) await doOne(clerk, office, ground.dice)
      await mustBeInStep(ground.dataDir)
      await all(0o555)
      for (let tried = 0; tried < TRIES; tried += 1) {
        const error = await office.api
          .createEntry({ params, body: { title: 'কখনো নয়' }, file: pdfFile() })
          .catch((thrown: unknown) => thrown)
        const told = error instanceof ApiError ? error.code : 'taken'
        assertThat(told === 'unavailable', `an upload is unavailable; instead ${told}`)
        refused += 1
      }
      await mustBeKept([clerk], office)
      assertThat((await fetch(office.url)).status === 200, 'pages are read')
      await all(0o700)
      await doOne(clerk, office, ground.dice)
      await mustBeKept([clerk], office)
      await mustBeInStep(ground.dataDir)
    }
    return [`uploads refused while read-only: ${refused}, done by them: 0`]
  },
}
