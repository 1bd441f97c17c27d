import { fileTargets } from './file-targets.ts'
import { moveInTargets } from './move-in-targets.ts'
import { requestTargets } from './request-targets.ts'
import type { Target } from './target.ts'
import { textTargets } from './text-targets.ts'

/** All parsers of strangers' bytes. */
export const targets: readonly Target[] = [
  ...requestTargets,
  ...textTargets,
  ...fileTargets,
  ...moveInTargets,
]
