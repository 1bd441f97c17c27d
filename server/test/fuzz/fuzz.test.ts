import { describe, it } from 'vitest'
import { corpusOf } from './corpus.ts'
import { runInput } from './target.ts'
import { targets } from './targets.ts'

/* The samples, and each input with which a parser once failed. `npm run fuzz` looks for more. */
describe('a parser of strangers’ bytes', () => {
  it.each(targets)('$name takes its corpus', async (target) => {
    for (const { name, bytes } of corpusOf(target.name)) {
      await runInput(target, bytes).catch((cause: unknown) => {
        throw new Error(`${target.name}/${name} fails`, { cause })
      })
    }
  })
})
