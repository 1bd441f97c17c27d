import path from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { asked, computer, doubleEvent, menuItem, session } from '../test/electron-double.ts'
import { startTestShell, type TestShell } from '../test/shell.ts'

vi.mock('electron', () => import('../test/electron-double.ts'))

let shell: TestShell
beforeEach(async () => {
  shell = await startTestShell()
})

describe('the page', () => {
  test('runs sandboxed without Node or preload', () => {
    expect(shell.window.options.webPreferences).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      plugins: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    })
    expect(session.defaultSession.spellCheck).toBe(false)
  })

  test('has its own standard origin, registered before Electron is ready', () => {
    expect(asked.order.indexOf('registerSchemesAsPrivileged')).toBeLessThan(
      asked.order.indexOf('ready'),
    )
    expect(asked.schemes).toEqual([
      {
        scheme: 'app',
        privileges: {
          standard: true,
          secure: true,
          supportFetchAPI: true,
          corsEnabled: true,
          stream: true,
          codeCache: true,
        },
      },
    ])
    expect(shell.window.webContents.loaded).toEqual(['app://school/admin'])
  })

  test('is served only under its own host, with a strict CSP', async () => {
    const handler = session.defaultSession.handlers.get('app')
    expect((await handler?.(new Request('app://other/admin')))?.status).toBe(404)
    const page = await shell.page('/admin')
    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).not.toContain('unsafe')
  })

  test('is denied every permission', () => {
    const { permissionRequest, permissionCheck, devicePermission } = session.defaultSession
    const decisions: boolean[] = []
    const decide = (granted: boolean) => decisions.push(granted)
    for (const permission of ['media', 'geolocation', 'notifications', 'openExternal']) {
      Reflect.apply(permissionRequest ?? decide, null, [null, permission, decide])
      expect(Reflect.apply(permissionCheck ?? decide, null, [null, permission])).toBe(false)
    }
    expect(decisions).toEqual([false, false, false, false])
    expect(Reflect.apply(devicePermission ?? decide, null, [{}])).toBe(false)
  })

  test('has no developer tools when packaged', async () => {
    expect(menuItem('ডেভেলপার টুল')).toMatchObject({ role: 'toggleDevTools' })
    await startTestShell({ before: () => Object.assign(computer, { packaged: true }) })
    expect(menuItem('দৃশ্য')).toBeDefined()
    expect(menuItem('ডেভেলপার টুল')).toBeUndefined()
  })
})

describe('the network', () => {
  test('allows no remote request', () => {
    const { beforeRequest, watched } = session.defaultSession
    expect(watched).toEqual(
      expect.arrayContaining(['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'file:///*']),
    )
    const passes = (url: string, resourceType: string) => {
      let passed = false
      beforeRequest?.({ url, resourceType }, ({ cancel }) => {
        passed = !cancel
      })
      return passed
    }
    expect(passes('https://i.ytimg.com/vi/a/hqdefault.jpg', 'image')).toBe(false)
    expect(passes('https://school.example.bd/api/notices', 'xhr')).toBe(false)
    expect(passes('file:///etc/passwd', 'image')).toBe(false)
    expect(passes('wss://evil.example/', 'webSocket')).toBe(false)
  })
})

describe('the window', () => {
  test.each([
    ['app://school/admin', true],
    ['app://school/admin/dashboard/createNotice', true],
    ['app://school/', false],
    ['app://school/desktop/crashed', true],
    ['app://school/desktop/outbox', false],
    ['app://school/uploads/1.pdf', false],
    ['app://other/admin', false],
    ['app://user@school/admin', false],
    ['https://school/admin', false],
    ['https://evil.example/', false],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
    ['data:text/html,<script>1</script>', false],
    ['about:blank', false],
  ])('navigates to %s: %s', (url, allowed) => {
    expect(shell.window.webContents.navigate(url)).toBe(allowed)
    const redirect = doubleEvent({ url })
    shell.window.webContents.emit('will-redirect', redirect)
    expect(!redirect.defaultPrevented).toBe(allowed)
  })

  test('blocks frame navigation and new windows', () => {
    const { webContents } = shell.window
    const frame = doubleEvent({ url: 'app://school/admin', isMainFrame: false })
    webContents.emit('will-frame-navigate', frame)
    const webview = doubleEvent()
    webContents.emit('will-attach-webview', webview)
    expect([frame.defaultPrevented, webview.defaultPrevented]).toEqual([true, true])
    webContents.click()
    for (const url of ['app://school/admin', 'https://example.com/', 'about:blank']) {
      expect(webContents.windowOpen?.({ url })).toEqual({ action: 'deny' })
    }
  })
})

describe('external links', () => {
  test('open in the system once per click', () => {
    const { webContents } = shell.window
    webContents.windowOpen?.({ url: 'https://example.com/by-itself' })
    expect(asked.opened).toEqual([])
    webContents.click()
    webContents.windowOpen?.({ url: 'https://example.com/first' })
    webContents.windowOpen?.({ url: 'https://example.com/second' })
    expect(asked.opened).toEqual(['https://example.com/first'])
    webContents.click()
    webContents.navigate('mailto:head@school.example.bd')
    expect(asked.opened).toEqual(['https://example.com/first', 'mailto:head@school.example.bd'])
  })

  test('do not open after the click has expired', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      shell.window.webContents.click()
      vi.setSystemTime(Date.now() + 6000)
      shell.window.webContents.windowOpen?.({ url: 'https://example.com/late' })
      expect(asked.opened).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([
    'http://evil.example/',
    'https://user:secret@evil.example/',
    'file:///C:/Windows/System32/calc.exe',
    'smb://evil.example/share',
    'ms-msdt:/id',
    'javascript:alert(1)',
    'app://school/api/admin/session',
    'not an address',
  ])('%s is blocked', (url) => {
    shell.window.webContents.click()
    shell.window.webContents.windowOpen?.({ url })
    expect(asked.opened).toEqual([])
  })
})

describe('downloads', () => {
  const download = (url: string, name = 'তালিকা.xlsx') => {
    const event = doubleEvent()
    const chosen: { title?: string; defaultPath?: string }[] = []
    session.defaultSession.emit('will-download', event, {
      getURL: () => url,
      getFilename: () => name,
      setSaveDialogOptions: (options: (typeof chosen)[number]) => chosen.push(options),
      once: () => undefined,
    })
    return { refused: event.defaultPrevented, place: chosen[0]?.defaultPath }
  }

  test('ask for a folder and use only the base name', () => {
    const downloads = path.join(shell.folder, 'downloads')
    expect(download('app://school/uploads/a.pdf', 'a.pdf')).toEqual({
      refused: false,
      place: path.join(downloads, 'a.pdf'),
    })
    expect(download('blob:app://school/1', '../../.bashrc').place).toBe(
      path.join(downloads, '.bashrc'),
    )
  })

  test('are allowed only from the page', () => {
    expect(download('https://evil.example/setup.exe').refused).toBe(true)
    expect(download('file:///etc/passwd').refused).toBe(true)
  })
})
