// Apart from the other helpers: most tests need nothing else.

import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a temporary folder, removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-desktop-'))
  onTestFinished(() => fs.rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
