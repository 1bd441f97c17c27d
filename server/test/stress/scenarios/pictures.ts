import { ApiError } from '@bidyaloy/shared/api/api'
import { fileOf, twoColors } from '../../../src/test/sample-files.ts'
import type { SeededRandom } from '../../../src/test/seeded-random.ts'
import { servedFile, signIn } from '../admin-client.ts'
import { assertConsistent, assertThat, type Scenario } from '../scenario.ts'

const MOST_CHANGES = 30

/** Corrupt pictures. */
export const pictures: Scenario = {
  name: 'pictures',
  description: 'corrupt JPEG, PNG and WebP are accepted or refused; the server keeps running',
  rounds: 200,
  async run(context) {
    const server = context.start()
    const admin = await signIn(await server.ready())
    const params = { collection: 'gallery' } as const
    const source = twoColors(300, 200)
    const whole = [
      await source.clone().jpeg().toBuffer(),
      await source.clone().png().toBuffer(),
      await source.clone().webp().toBuffer(),
    ]
    const counts = { accepted: 0, refused: 0 }
    for (let round = 0; context.shouldContinue(round); round += 1) {
      const bytes = corrupt(whole[round % whole.length] ?? Buffer.alloc(0), context.random)
      try {
        const entry = await admin.api.createEntry({
          params,
          body: { title: `${round} নম্বর ছবি` },
          file: fileOf(bytes, 'photo.jpg'),
        })
        await servedFile(admin, entry.filePath ?? '')
        counts.accepted += 1
      } catch (error) {
        const refused = error instanceof ApiError && (error.status === 400 || error.status === 415)
        assertThat(refused, `it is refused with a client error; instead ${String(error)}`)
        counts.refused += 1
      }
    }
    assertThat(
      (await admin.api.listEntries({ params })).length === counts.accepted,
      'all accepted are listed',
    )
    await assertConsistent(context.dataDir)
    return [`corrupt pictures accepted: ${counts.accepted}, refused: ${counts.refused}, crashes: 0`]
  },
}

function corrupt(whole: Buffer, random: SeededRandom): Buffer {
  const bytes = Buffer.from(whole)
  for (let changes = random.between(1, MOST_CHANGES); changes > 0; changes -= 1) {
    // Half of them in the header, with its sizes and tables.
    const end = random.pick([bytes.length - 1, Math.min(200, bytes.length - 1)])
    bytes[random.between(2, end)] = random.between(0, 255)
  }
  return random.between(0, 4) === 0 ? bytes.subarray(0, random.between(10, bytes.length)) : bytes
}
