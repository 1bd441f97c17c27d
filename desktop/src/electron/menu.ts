import type { Profile } from '@bidyaloy/shared/desktop/desktop-api'
import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import { type NativeTextKey, nativeText as text } from '../native-text.ts'
import type { ChangeZoom } from './window.ts'

/** Actions of the menu. */
interface MenuActions {
  newNotice(): void
  showOutbox(): void
  showHelp(): void
  useSite(profileId: string): void
  addSite(): void
  print(): void
  reload(): void
  zoom: ChangeZoom
  openLogs(): void
  about(): void
}

interface Sites {
  profiles: readonly Profile[]
  current: string | null
}

type Item = MenuItemConstructorOptions

const separator: Item = { type: 'separator' }

const item = (key: NativeTextKey, click: () => void, accelerator?: string): Item => ({
  label: text(key),
  click,
  ...(accelerator !== undefined && { accelerator }),
})

/** An item whose action is built into Electron. */
const role = (name: Item['role'] & string, key: NativeTextKey): Item => ({
  role: name,
  label: text(key),
})

const menu = (key: NativeTextKey, submenu: Item[]): Item => ({ label: text(key), submenu })

/** Builds and sets the application menu; called again when the sites change. */
export function setMenu(sites: Sites, actions: MenuActions): void {
  const isMac = process.platform === 'darwin'
  const quit: Item = { ...role('quit', 'desktop.menu.quit'), accelerator: 'CommandOrControl+Q' }
  const about = item('desktop.menu.about', actions.about)
  const appMenu = menu('desktop.appName', [
    about,
    separator,
    role('hide', 'desktop.menu.hide'),
    role('hideOthers', 'desktop.menu.hideOthers'),
    role('unhide', 'desktop.menu.showAll'),
    separator,
    quit,
  ])
  const template = [
    ...(isMac ? [appMenu] : []),
    menu('desktop.menu.file', [
      item('desktop.menu.new', actions.newNotice, 'CommandOrControl+N'),
      item('desktop.menu.outbox', actions.showOutbox, 'CommandOrControl+Shift+O'),
      separator,
      item('desktop.menu.print', actions.print, 'CommandOrControl+P'),
      ...(isMac ? [] : [separator, quit]),
    ]),
    menu('desktop.menu.edit', [
      role('undo', 'desktop.menu.undo'),
      role('redo', 'desktop.menu.redo'),
      separator,
      role('cut', 'desktop.menu.cut'),
      role('copy', 'desktop.menu.copy'),
      role('paste', 'desktop.menu.paste'),
      role('selectAll', 'desktop.menu.selectAll'),
    ]),
    menu('desktop.menu.view', [
      item('desktop.menu.reload', actions.reload, 'CommandOrControl+R'),
      separator,
      item('desktop.menu.zoomIn', () => actions.zoom('in'), 'CommandOrControl+Plus'),
      // On most keyboards plus needs Shift; accept the same key without it.
      {
        ...item('desktop.menu.zoomIn', () => actions.zoom('in'), 'CommandOrControl+='),
        visible: false,
      },
      item('desktop.menu.zoomOut', () => actions.zoom('out'), 'CommandOrControl+-'),
      item('desktop.menu.zoomReset', () => actions.zoom('reset'), 'CommandOrControl+0'),
      separator,
      role('togglefullscreen', 'desktop.menu.fullScreen'),
      ...(app.isPackaged ? [] : [role('toggleDevTools', 'desktop.menu.developer')]),
    ]),
    menu('desktop.menu.sites', [
      ...siteItems(sites, actions),
      item('desktop.menu.otherSite', actions.addSite),
    ]),
    {
      ...menu('desktop.menu.help', [
        item('desktop.menu.guide', actions.showHelp, 'F1'),
        item('desktop.menu.logs', actions.openLogs),
        ...(isMac ? [] : [about]),
      ]),
      role: 'help' as const,
    },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

function siteItems({ profiles, current }: Sites, { useSite }: MenuActions): Item[] {
  const items = profiles.map(
    ({ id, name, address }, index): Item => ({
      label: name || new URL(address).host,
      type: 'radio',
      checked: id === current,
      ...(index < 9 && { accelerator: `CommandOrControl+${index + 1}` }),
      click: () => useSite(id),
    }),
  )
  return items.length > 0 ? [...items, separator] : []
}
