import fs from 'node:fs/promises'
import path from 'node:path'
import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import { fill } from '@bidyaloy/shared/copy/translate'
import { OPEN_REQUEST_EVENT } from '@bidyaloy/shared/desktop/desktop-api'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ADMIN, type SchoolServer, startSchoolServer } from '../../../e2e/support/school-server.ts'
import { app, asked, computer, doubleEvent, menuItem } from '../test/electron-double.ts'
import { temporaryFolder } from '../test/folders.ts'
import { startTestShell, type TestShell } from '../test/shell.ts'

vi.mock('electron', () => import('../test/electron-double.ts'))

const openRequestEvent = `dispatchEvent(new Event('${OPEN_REQUEST_EVENT}'))`
const listOpenRequests = async (shell: TestShell) => (await shell.page('/desktop/given')).json()
const state = async (shell: TestShell) => (await shell.page('/desktop/state')).json()
const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
/** Resolves after pending microtasks. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a second instance', () => {
  test('passes its arguments to the first instance and quits', async () => {
    const launchArgs = { words: ['bidyaloy://school/admin/dashboard'], folder: '/home' }
    const start = startTestShell({
      launchArgs,
      before: () => Object.assign(computer, { firstInstance: false }),
    })
    await expect(start).rejects.toThrow('opened no window')
    expect([asked.lock, asked.quit, asked.order.includes('ready')]).toEqual([
      launchArgs,
      true,
      false,
    ])
  })

  test('focuses the first window and queues its file', async () => {
    const shell = await startTestShell()
    const file = path.join(await temporaryFolder(), 'ছুটির নোটিশ.pdf')
    await fs.writeFile(file, '%PDF-1.7')
    shell.window.minimized = true
    const { dir: folder, base } = path.parse(file)
    app.emit('second-instance', doubleEvent(), [], '', { words: ['--flag', base], folder })
    await expect
      .poll(() => listOpenRequests(shell))
      .toMatchObject([{ kind: 'file', name: 'ছুটির নোটিশ.pdf', bytes: 8, type: 'application/pdf' }])
    expect([shell.window.minimized, shell.window.focused]).toEqual([false, true])
    expect(shell.window.webContents.scripts).toEqual([openRequestEvent])

    const [{ id }] = await listOpenRequests(shell)
    const content = await shell.page(`/desktop/given/${id}`)
    expect(await content.text()).toBe('%PDF-1.7')
    expect((await shell.page(`/desktop/given/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await listOpenRequests(shell)).toEqual([])
    expect((await shell.page(`/desktop/given/${id}`)).status).toBe(404)
  })

  test('ignores unknown arguments', async () => {
    const shell = await startTestShell()
    app.emit('second-instance', doubleEvent(), [], '', 'nonsense')
    app.emit('second-instance', doubleEvent(), [], '', { words: ['/etc/passwd'], folder: '/' })
    app.emit('open-url', doubleEvent(), 'bidyaloy://school/admin/dashboard?next=evil')
    app.emit('open-url', doubleEvent(), 'bidyaloy://school/admin/dashboard/settings/')
    await settled()
    expect(await listOpenRequests(shell)).toMatchObject([{ path: '/admin/dashboard/settings' }])
  })
})

test('queues a launch file until the page takes it', async () => {
  const folder = await temporaryFolder()
  await fs.writeFile(path.join(folder, 'নোটিশ.docx'), 'x')
  const shell = await startTestShell({ launchArgs: { words: ['নোটিশ.docx'], folder } })
  expect(await listOpenRequests(shell)).toMatchObject([{ name: 'নোটিশ.docx' }])
})

describe('the window', () => {
  test('restores position, size and zoom', async () => {
    const first = await startTestShell()
    expect(first.window.options).toMatchObject({ width: 1280, height: 820 })
    Object.assign(first.window, {
      bounds: { x: 40, y: 50, width: 900, height: 700 },
      maximized: true,
    })
    menuItem(desktopCopy['desktop.menu.zoomIn'])?.click?.()
    first.window.close()
    await expect
      .poll(() => fs.readFile(path.join(first.folder, 'userData', 'settings.json'), 'utf8'))
      .toContain('"maximized": true')

    const again = await startTestShell({ folder: first.folder })
    expect(again.window.options).toMatchObject({ x: 40, y: 50, width: 900, height: 700 })
    expect(again.window.maximized).toBe(true)
    await expect.poll(() => again.window.webContents.zoomLevel).toBe(0.5)

    const unplugged = await startTestShell({
      folder: first.folder,
      before: () =>
        Object.assign(computer, {
          displays: [{ workArea: { x: 2000, y: 0, width: 1280, height: 700 } }],
        }),
    })
    expect(unplugged.window.options).toMatchObject({ width: 900, height: 700 })
    expect(unplugged.window.options.x).toBeUndefined()
  })

  test('shows the crash page with links to reload and to the logs', async () => {
    const shell = await startTestShell()
    const { webContents } = shell.window
    const gone = (reason: string) =>
      webContents.emit('render-process-gone', doubleEvent(), { reason, exitCode: 1 })
    await expect.poll(() => webContents.url).toBe('app://school/admin')
    gone('clean-exit')
    expect(webContents.loaded).toEqual(['app://school/admin'])
    gone('crashed')
    await expect.poll(() => webContents.url).toBe('app://school/desktop/crashed')
    const page = await (await shell.page('/desktop/crashed')).text()
    expect(page).toContain(desktopCopy['desktop.crash.lead'])
    // It uses the dashboard's font on systems without a Bengali one.
    const font = /url\((.+?)\)/.exec(page)?.[1] ?? ''
    expect((await shell.page(font)).headers.get('content-type')).toBe('font/woff2')
    expect(webContents.navigate('app://school/desktop/logs')).toBe(false)
    expect(asked.openedPaths).toEqual([path.join(shell.folder, 'logs')])
    expect(webContents.navigate('app://school/admin')).toBe(true)

    // If the crash page crashes, nothing is loaded.
    const loads = webContents.loaded.length
    gone('oom')
    expect(webContents.loaded).toHaveLength(loads)
  })

  test('offers to reload an unresponsive page', async () => {
    const shell = await startTestShell({ before: () => Object.assign(computer, { button: 1 }) })
    shell.window.emit('unresponsive')
    await settled()
    expect(asked.questions).toMatchObject([{ message: desktopCopy['desktop.hang.title'] }])
    expect(shell.window.webContents.crashed).toBe(true)
    expect(shell.window.webContents.loaded).toHaveLength(2)
  })

  test('asks before leaving unsaved input', async () => {
    const shell = await startTestShell()
    const leave = () => {
      const event = doubleEvent()
      shell.window.webContents.emit('will-prevent-unload', event)
      return event.defaultPrevented
    }
    expect(leave()).toBe(false)
    Object.assign(computer, { button: 1 })
    expect(leave()).toBe(true)
    expect(asked.questions).toHaveLength(2)
  })

  test('shows a context menu on text', async () => {
    const { window } = await startTestShell()
    const editFlags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true }
    const ask = (isEditable: boolean, selectionText: string) =>
      window.webContents.emit('context-menu', doubleEvent(), {
        editFlags,
        isEditable,
        selectionText,
      })
    ask(false, '')
    expect(asked.popups).toEqual([])
    ask(true, '')
    expect(asked.popups[0]?.map(({ label }) => label)).toContain(desktopCopy['desktop.menu.paste'])
  })
})

describe('the menu', () => {
  test('opens screens and has only Bengali labels', async () => {
    const shell = await startTestShell()
    menuItem(desktopCopy['desktop.menu.new'])?.click?.()
    expect(await listOpenRequests(shell)).toMatchObject([{ path: '/admin/dashboard/createNotice' }])
    menuItem(desktopCopy['desktop.menu.guide'])?.click?.()
    expect((await listOpenRequests(shell)).at(-1)).toMatchObject({ path: '/admin/dashboard/help' })
    menuItem(desktopCopy['desktop.menu.print'])?.click?.()
    menuItem(desktopCopy['desktop.menu.reload'])?.click?.()
    menuItem(desktopCopy['desktop.menu.about'])?.click?.()
    menuItem(desktopCopy['desktop.menu.logs'])?.click?.()
    const { printed, reloaded } = shell.window.webContents
    expect([printed, reloaded, asked.openedPaths.length]).toEqual([1, 1, 1])
    expect(asked.order).toContain('showAboutPanel')

    const all = (items = asked.menu): typeof asked.menu =>
      items.flatMap((item) => [item, ...all(item.submenu ?? [])])
    const labels = all().flatMap(({ label }) => label ?? [])
    expect(labels.filter((label) => !/^[\u0980-\u09ff\s.]+$/.test(label))).toEqual([])
    const shown = all().filter(({ visible }) => visible !== false)
    const keys = shown.flatMap(({ accelerator }) => accelerator ?? [])
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('with a school', () => {
  let school: SchoolServer
  let shell: TestShell
  beforeEach(async () => {
    school = await startSchoolServer()
    onTestFinished(() => school.remove())
    shell = await startTestShell()
    onTestFinished(() => app.quit())
    await shell.page('/desktop/profiles', post({ address: school.url }))
    await shell.page('/api/admin/login', post(ADMIN))
  })

  const publish = (title: string) => {
    const body = new FormData()
    body.set('title', title)
    body.set('file', new Blob(['নোটিশ\n'], { type: 'text/plain' }), 'n.txt')
    return shell.page('/api/notices', { method: 'POST', body })
  }

  test('asks before quitting with unsent changes', async () => {
    await school.stop()
    await publish('ছুটি')
    expect(await state(shell)).toMatchObject({ waiting: 1 })
    app.quit()
    await settled()
    expect(asked.quit).toBe(false)
    expect(asked.questions).toMatchObject([
      {
        message: fill(desktopCopy['desktop.quit.pending'], { n: toBengaliDigits(1) }),
        detail: desktopCopy['desktop.quit.detail'],
        buttons: [desktopCopy['desktop.quit.stay'], desktopCopy['desktop.quit.leave']],
      },
    ])
    Object.assign(computer, { button: 1 })
    app.quit()
    await expect.poll(() => asked.quit).toBe(true)

    // The next start sends it and notifies.
    await school.start()
    shell = await startTestShell({ folder: shell.folder })
    await expect.poll(() => state(shell)).toMatchObject({ waiting: 0, needsSignIn: false })
    const published = await school.admin.listEntries({ params: { collection: 'notices' } })
    expect(published.map(({ title }) => title)).toEqual(['ছুটি'])
    await expect
      .poll(() => asked.notifications[0]?.options.body)
      .toBe(desktopCopy['outbox.sentAll'])
    asked.notifications[0]?.emit('click')
    expect(shell.window.focused).toBe(true)
  })

  test('counts unsent changes of other sites in the dialog', async () => {
    const other = await startSchoolServer()
    onTestFinished(() => other.remove())
    await school.stop()
    await publish('ছুটি')
    const [{ id }] = (await state(shell)).profiles
    await shell.page('/desktop/profiles', post({ address: other.url }))
    expect(await state(shell)).toMatchObject({ waiting: 0, waitingAt: { [id]: 1 } })
    // A site with pending changes cannot be removed, not even after a restart.
    const forgotten = await shell.page(`/desktop/profiles/${id}`, { method: 'DELETE' })
    expect(forgotten.status).toBe(409)
    app.quit()
    await settled()
    const elsewhere = fill(desktopCopy['desktop.quit.elsewhere'], { n: toBengaliDigits(1) })
    expect(asked.questions).toMatchObject([
      {
        message: fill(desktopCopy['desktop.quit.pending'], { n: toBengaliDigits(1) }),
        detail: `${elsewhere}\n${desktopCopy['desktop.quit.detail']}`,
      },
    ])
    Object.assign(computer, { button: 1 })
    app.quit()
    await expect.poll(() => asked.quit).toBe(true)
    shell = await startTestShell({ folder: shell.folder })
    expect(await state(shell)).toMatchObject({ waiting: 0, waitingAt: { [id]: 1 } })
    await school.start()
    await shell.page(`/desktop/profiles/${id}`, { method: 'PUT' })
    await expect.poll(() => state(shell)).toMatchObject({ waiting: 0, needsSignIn: false })
  })

  test('does not block a system shutdown', async () => {
    await school.stop()
    await publish('ছুটি')
    shell.window.emit('query-session-end')
    app.quit()
    await expect.poll(() => asked.quit).toBe(true)
    expect(asked.questions).toEqual([])
  })

  test('switches sites from the menu after the page unloads', async () => {
    const other = await startSchoolServer()
    onTestFinished(() => other.remove())
    await shell.page('/desktop/profiles', post({ address: other.url }))
    const first = menuItem(new URL(school.url).host)
    expect(first?.checked).toBe(false)
    first?.click?.()
    await expect.poll(() => menuItem(new URL(school.url).host)?.checked).toBe(true)
    const { current, profiles } = await state(shell)
    expect(current).toBe(profiles[0].id)
    expect(menuItem(new URL(other.url).host)?.checked).toBe(false)
  })

  test("opens the site's pages in the browser, even over http", async () => {
    shell.window.webContents.click()
    shell.window.webContents.windowOpen?.({ url: 'app://school/n/1?a=b' })
    shell.window.webContents.click()
    shell.window.webContents.navigate(`${school.url}/allNotices`)
    // «ওয়েবসাইট দেখুন» opens the site's home page, not the dashboard.
    shell.window.webContents.click()
    shell.window.webContents.navigate('app://school/')
    expect(asked.opened).toEqual([
      `${school.url}/n/1?a=b`,
      `${school.url}/allNotices`,
      `${school.url}/`,
    ])
  })
})
