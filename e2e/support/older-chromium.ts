import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { z } from 'zod'

/**
 * Chromium of earlier years. The packages of `tools/older-chromium` carry it as a compressed file for Linux on
 * x64; their own code is not used. Playwright does not speak with browsers that old.
 */
const OLDER_CHROMIUM = {
  /** March 2020: `:not()` takes one simple selector, flex boxes know no `gap`. */
  80: 'chrome-aws-lambda',
  /** The last one on Windows 7: no popovers. */
  109: '@sparticuz/chromium',
} as const

const packages = fileURLToPath(new URL('../../tools/older-chromium/node_modules', import.meta.url))

/** Whether they are installed, as `npm test` does, and run here. */
export const hasOlderChromium =
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  Object.values(OLDER_CHROMIUM).every((name) => existsSync(path.join(packages, name)))

/** Unpacked programs of 150 MB, kept for the next run. The folder for temporary files may forbid running them. */
const unpacked = fileURLToPath(new URL('../../.cache/older-chromium', import.meta.url))

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--hide-scrollbars',
  '--no-first-run',
  '--disable-background-networking',
  '--remote-debugging-pipe',
]

/** A message of the DevTools protocol: the answer to a command, or an event. */
const message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
})
const evaluation = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
})

/** A page of 360 × 740 CSS pixels in an older Chromium. */
export interface OlderPage {
  goto(url: string): Promise<void>
  /** Returns the JSON value of an expression. */
  evaluate(expression: string): Promise<unknown>
  /** Clicks as a mouse does, and waits until the page that it leads to has loaded. */
  click(selector: string, leadsTo?: 'document'): Promise<void>
  /** Returns the first screen as PNG. */
  screenshot(): Promise<Buffer>
  /** Ends the browser. */
  close(): Promise<void>
}

/** Starts a Chromium and opens an empty page. */
export async function openOlderChromium(version: keyof typeof OLDER_CHROMIUM): Promise<OlderPage> {
  const profile = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-chromium-'))
  const browser = spawn(await unpack(version), [...FLAGS, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const ended = once(browser, 'exit')
  const [, , , commands, answers] = browser.stdio
  if (!(commands instanceof Writable) || !(answers instanceof Readable)) {
    throw new Error('The browser has no pipes')
  }
  const { send, next } = talk(commands, answers)
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
  const tell = (method: string, params = {}) => send(method, params, sessionId)
  await tell('Page.enable')
  await tell('Emulation.setDeviceMetricsOverride', {
    width: 360,
    height: 740,
    deviceScaleFactor: 1,
    mobile: true,
  })
  const evaluate = async (expression: string) => {
    const answer = evaluation.parse(
      await tell('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true }),
    )
    if (answer.exceptionDetails) throw new Error(`${answer.exceptionDetails.text}: ${expression}`)
    return answer.result.value
  }
  return {
    async goto(url) {
      const loaded = next('Page.loadEventFired')
      await tell('Page.navigate', { url })
      await loaded
    },
    evaluate,
    async click(selector, leadsTo) {
      const element = `document.querySelector(${JSON.stringify(selector)})`
      const { x, y } = z.object({ x: z.number(), y: z.number() }).parse(
        await evaluate(`(() => {
          ${element}.scrollIntoView({ block: 'center' })
          const { x, y, width, height } = ${element}.getBoundingClientRect()
          return { x: x + width / 2, y: y + height / 2 }
        })()`),
      )
      const loaded = leadsTo && next('Page.loadEventFired')
      for (const type of ['mousePressed', 'mouseReleased']) {
        await tell('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
      }
      await loaded
    },
    async screenshot() {
      const { data } = await tell('Page.captureScreenshot', {})
      return Buffer.from(z.string().parse(data), 'base64')
    },
    async close() {
      // A browser that hangs would not answer `Browser.close`.
      browser.kill('SIGKILL')
      await ended
      await fs.rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Returns the path of the program, which is unpacked once. */
async function unpack(version: keyof typeof OLDER_CHROMIUM): Promise<string> {
  const program = path.join(unpacked, String(version))
  if (await fs.stat(program).catch(() => null)) return program
  await fs.mkdir(unpacked, { recursive: true })
  const unfinished = `${program}-${process.pid}`
  const packed = path.join(packages, OLDER_CHROMIUM[version], 'bin', 'chromium.br')
  await pipeline(
    createReadStream(packed),
    createBrotliDecompress(),
    createWriteStream(unfinished, { mode: 0o755 }),
  )
  await fs.rename(unfinished, program)
  return program
}

/** Sends commands, and receives answers and events: JSON that ends with a NUL. */
function talk(commands: Writable, answers: Readable) {
  const waiting = new Map<number | string, (received: z.infer<typeof message>) => void>()
  let rest = ''
  answers.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0')
    rest = messages.pop() ?? ''
    for (const received of messages.map((json) => message.parse(JSON.parse(json)))) {
      const key = received.id ?? received.method ?? ''
      waiting.get(key)?.(received)
      waiting.delete(key)
    }
  })
  let last = 0
  const receive = (key: number | string) =>
    new Promise<z.infer<typeof message>>((resolve) => waiting.set(key, resolve))
  return {
    next: (event: string) => receive(event),
    async send(method: string, params = {}, sessionId?: unknown) {
      last += 1
      const answer = receive(last)
      commands.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`)
      const { result = {}, error } = await answer
      if (error) throw new Error(`${method}: ${error.message}`)
      return result
    },
  }
}
