import Module, { createRequire } from 'node:module'
import * as electron from './electron-double.ts'
import { asked, computer, pageFetch } from './electron-double.ts'

/*
 * Starts the built main process on the fake Electron: `start-built <main.cjs> <folder>`. Prints the
 * page that the window loads and its response.
 */
const [main = '', folder = ''] = process.argv.slice(2)
electron.resetElectron(folder)
Object.assign(computer, { packaged: true })
Object.assign(process, { resourcesPath: folder })

// Outside Electron, `require('electron')` returns a path.
const load: unknown = Reflect.get(Module, '_load')
Reflect.set(Module, '_load', (name: string, ...rest: unknown[]): unknown =>
  name === 'electron' ? electron : typeof load === 'function' && load(name, ...rest),
)
createRequire(import.meta.url)(main)

const page = await new Promise<string>((resolve) => {
  const poll = setInterval(() => {
    const { windows, errors } = asked
    const said = windows[0]?.webContents.loaded[0] ?? errors[0]
    if (said === undefined) return
    clearInterval(poll)
    resolve(said)
  }, 20)
})
const { status, headers } = await pageFetch(page)
process.stdout.write(`${page} ${status} ${headers.get('content-type')}\n`)
process.exit()
