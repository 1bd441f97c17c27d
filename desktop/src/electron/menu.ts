import type { Profile } from '@bidyaloy/shared/desktop/desktop-api'
import { Menu, type MenuItemConstructorOptions } from 'electron'
import { nativeText as text } from '../native-text.ts'
import type { Zoom } from './window.ts'

/** Actions of the menu. */
interface MenuActions {
  newNotice(): void
  showOutbox(): void
  showHelp(): void
  useSite(profileId: string): void
  addSite(): void
  print(): void
  reload(): void
  zoom: Zoom['change']
  openLogs(): void
  about(): void
}

interface MenuState {
  profiles: readonly Profile[]
  current: string | null
  /** Whether the app runs unpackaged. */
  development: boolean
  mac: boolean
}

/** Builds and sets the application menu; called again when the sites change. */
export function setMenu(state: MenuState, actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(state, actions)))
}

const separator: MenuItemConstructorOptions = { type: 'separator' }

function menuTemplate(state: MenuState, actions: MenuActions): MenuItemConstructorOptions[] {
  const quit: MenuItemConstructorOptions = {
    role: 'quit',
    label: text('desktop.menu.quit'),
    accelerator: 'CommandOrControl+Q',
  }
  const about: MenuItemConstructorOptions = {
    label: text('desktop.menu.about'),
    click: () => actions.about(),
  }
  const appMenu: MenuItemConstructorOptions = {
    label: text('desktop.appName'),
    submenu: [
      about,
      separator,
      { role: 'hide', label: text('desktop.menu.hide') },
      { role: 'hideOthers', label: text('desktop.menu.hideOthers') },
      { role: 'unhide', label: text('desktop.menu.showAll') },
      separator,
      quit,
    ],
  }
  return [
    ...(state.mac ? [appMenu] : []),
    {
      label: text('desktop.menu.file'),
      submenu: [
        {
          label: text('desktop.menu.new'),
          accelerator: 'CommandOrControl+N',
          click: () => actions.newNotice(),
        },
        {
          label: text('desktop.menu.outbox'),
          accelerator: 'CommandOrControl+Shift+O',
          click: () => actions.showOutbox(),
        },
        separator,
        {
          label: text('desktop.menu.print'),
          accelerator: 'CommandOrControl+P',
          click: () => actions.print(),
        },
        ...(state.mac ? [] : [separator, quit]),
      ],
    },
    {
      label: text('desktop.menu.edit'),
      submenu: [
        { role: 'undo', label: text('desktop.menu.undo') },
        { role: 'redo', label: text('desktop.menu.redo') },
        separator,
        { role: 'cut', label: text('desktop.menu.cut') },
        { role: 'copy', label: text('desktop.menu.copy') },
        { role: 'paste', label: text('desktop.menu.paste') },
        { role: 'selectAll', label: text('desktop.menu.selectAll') },
      ],
    },
    viewMenu(state, actions),
    sitesMenu(state, actions),
    {
      label: text('desktop.menu.help'),
      role: 'help',
      submenu: [
        {
          label: text('desktop.menu.guide'),
          accelerator: 'F1',
          click: () => actions.showHelp(),
        },
        { label: text('desktop.menu.logs'), click: () => actions.openLogs() },
        ...(state.mac ? [] : [about]),
      ],
    },
  ]
}

function viewMenu({ development }: MenuState, actions: MenuActions): MenuItemConstructorOptions {
  const zoomIn = { label: text('desktop.menu.zoomIn'), click: () => actions.zoom('in') }
  return {
    label: text('desktop.menu.view'),
    submenu: [
      {
        label: text('desktop.menu.reload'),
        accelerator: 'CommandOrControl+R',
        click: () => actions.reload(),
      },
      separator,
      { ...zoomIn, accelerator: 'CommandOrControl+Plus' },
      // On most keyboards plus needs Shift; accept the same key without it.
      { ...zoomIn, accelerator: 'CommandOrControl+=', visible: false },
      {
        label: text('desktop.menu.zoomOut'),
        accelerator: 'CommandOrControl+-',
        click: () => actions.zoom('out'),
      },
      {
        label: text('desktop.menu.zoomReset'),
        accelerator: 'CommandOrControl+0',
        click: () => actions.zoom('reset'),
      },
      separator,
      { role: 'togglefullscreen', label: text('desktop.menu.fullScreen') },
      ...(development
        ? [{ role: 'toggleDevTools', label: text('desktop.menu.developer') } as const]
        : []),
    ],
  }
}

function sitesMenu(
  { profiles, current }: MenuState,
  actions: MenuActions,
): MenuItemConstructorOptions {
  return {
    label: text('desktop.menu.sites'),
    submenu: [
      ...profiles.map(
        ({ id, name, address }, index): MenuItemConstructorOptions => ({
          label: name || new URL(address).host,
          type: 'radio',
          checked: id === current,
          ...(index < 9 && { accelerator: `CommandOrControl+${index + 1}` }),
          click: () => actions.useSite(id),
        }),
      ),
      ...(profiles.length > 0 ? [separator] : []),
      { label: text('desktop.menu.otherSite'), click: () => actions.addSite() },
    ],
  }
}
