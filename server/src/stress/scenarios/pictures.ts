import { ApiError } from '@bidyaloy/shared/api/api'
import type { Dice } from '../../demo/seeded-random.ts'
import { fileOf, twoColors } from '../../test/sample-files.ts'
import { servedFile, signIn } from '../admin-client.ts'
import { mustBeInStep } from '../in-step.ts'
import { assertThat, type Scenario } from '../scenario.ts'

const MOST_CHANGES = 30

/** Pictures that were made to break the library that reads them, or that a bad card has spoilt. */
export const pictures: Scenario = {
  name: 'pictures',
  about: 'spoilt JPEG, PNG and WebP are taken or refused; the server goes on either way',
  rounds: 200,
  async play(ground) {
    const program = ground.start()
    const office = await signIn(await program.ready())
    const params = { collection: 'gallery' } as const
    const drawn = twoColors(300, 200)
    const whole = [
      await drawn.clone().jpeg().toBuffer(),
      await drawn.clone().png().toBuffer(),
      await drawn.clone().webp().toBuffer(),
    ]
    const told = { taken: 0, refused: 0 }
    for (let round = 0; ground.hasTimeFor(round); round += 1) {
      const bytes = spoilt(whole[round % whole.length] ?? Buffer.alloc(0), ground.dice)
      try {
        const entry = await office.api.createEntry({
          params,
          body: { title: `${round} নম্বর ছবি` },
          file: fileOf(bytes, 'photo.jpg'),
        })
        await servedFile(office, entry.filePath ?? '')
        told.taken += 1
      } catch (error) {
        const refused = error instanceof ApiError && (error.status === 400 || error.status === 415)
        assertThat(refused, `it is refused as the sender's fault; instead ${String(error)}`)
        told.refused += 1
      }
    }
    assertThat(
      (await office.api.listEntries({ params })).length === told.taken,
      'all taken are there',
    )
    await mustBeInStep(ground.dataDir)
    return [`spoilt pictures taken: ${told.taken}, refused: ${told.refused}, breakdowns: 0`]
  },
}

function spoilt(whole: Buffer, dice: Dice): Buffer {
  const bytes = Buffer.from(whole)
  for (let changes = dice.between(1, MOST_CHANGES); changes > 0; changes -= 1) {
    // Half of them where the sizes and tables stand.
    const end = dice.pick([bytes.length - 1, Math.min(200, bytes.length - 1)])
    bytes[dice.between(2, end)] = dice.between(0, 255)
  }
  return dice.between(0, 4) === 0 ? bytes.subarray(0, dice.between(10, bytes.length)) : bytes
}
