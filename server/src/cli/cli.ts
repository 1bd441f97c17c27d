import { createProgram } from './program.ts'

try {
  process.loadEnvFile?.('.env')
} catch {
  // No .env: everything comes from the environment.
}

try {
  await createProgram(process).parseAsync(process.argv)
} catch (error) {
  // One line to read; whoever looks for a fault of ours sets DEBUG.
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${message}\n`)
  if (process.env.DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exitCode = 1
}
