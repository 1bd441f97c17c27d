import { createProgram } from './program.ts'

try {
  process.loadEnvFile?.('.env')
} catch {
  // No .env: everything comes from the environment.
}

try {
  const endWith = (code: number) => {
    process.exitCode = code
  }
  const { env, stdin, stdout } = process
  await createProgram({ env, stdin, stdout, endWith }).parseAsync(process.argv)
} catch (error) {
  // One line to read; whoever looks for a fault of ours sets DEBUG.
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${message}\n`)
  if (process.env.DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exitCode = 1
}
