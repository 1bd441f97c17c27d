import path from 'node:path'

const PRODUCT = 'বিদ্যালয় অ্যাডমিন'

/**
 * Returns the electron-builder configuration.
 * @param {object} options
 * @param {string} options.root root folder of the project
 * @param {string} options.app folder packed into the asar
 * @param {string} options.out output folder
 * @param {string} options.electronVersion
 * @param {string | undefined} options.electronDist an unpacked Electron; downloaded if absent
 * @param {NodeJS.Platform} options.platform
 * @param {NodeJS.ProcessEnv} options.env
 * @see https://www.electron.build/configuration
 */
export function packaging({ root, app, out, electronVersion, electronDist, platform, env }) {
  const icon = path.join(root, 'web', 'public', 'icon-512.png')
  return {
    appId: 'bd.bidyaloy.admin',
    // ASCII for the folder in /opt and for package scripts.
    productName: platform === 'linux' ? 'Bidyaloy Admin' : PRODUCT,
    executableName: 'bidyaloy-admin',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: filled in by electron-builder
    artifactName: 'bidyaloy-admin-${version}-${arch}.${ext}',
    directories: { app, output: out, buildResources: path.join(root, 'desktop', 'installer') },
    // The app is bundled: the project's own dependencies, such as Node, stay outside.
    files: ['**/*', '!node_modules'],
    asar: { smartUnpack: false },
    npmRebuild: false,
    nodeGypRebuild: false,
    electronVersion,
    ...(electronDist && { electronDist }),
    // Chromium's own texts, which are rarely visible.
    electronLanguages: ['bn', 'en-US'],
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
      resetAdHocDarwinSignature: platform === 'darwin',
    },
    protocols: [{ name: PRODUCT, schemes: ['bidyaloy'] }],
    publish: feed(platform, env),
    win: { icon, target: ['nsis', 'portable'] },
    nsis: {
      // Per user, without administrator rights.
      oneClick: true,
      perMachine: false,
      // It contains the outbox.
      deleteAppDataOnUninstall: false,
      shortcutName: PRODUCT,
      uninstallDisplayName: PRODUCT,
      include: path.join(root, 'desktop', 'installer', 'uninstall-links.nsh'),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: filled in by electron-builder
      artifactName: 'bidyaloy-admin-${version}-setup.${ext}',
    },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: filled in by electron-builder
    portable: { artifactName: 'bidyaloy-admin-${version}-portable.${ext}' },
    linux: {
      icon,
      target: ['AppImage', 'deb'],
      category: 'Office',
      synopsis: 'Admin dashboard of a Bidyaloy school website',
      maintainer: 'Bidyaloy',
      desktop: { entry: { Name: PRODUCT, StartupWMClass: 'bidyaloy-admin' } },
    },
    mac: {
      icon,
      // The updater needs the zip.
      target: ['dmg', 'zip'],
      category: 'public.app-category.productivity',
      hardenedRuntime: true,
      extendInfo: { CFBundleDisplayName: PRODUCT },
      // For files dropped on the dock icon; the app is never the default handler.
      fileAssociations: [
        {
          ext: ['pdf', 'jpg', 'jpeg', 'png', 'webp', 'docx', 'xlsx', 'pptx', 'doc', 'xls', 'txt'],
          name: 'School document',
          role: 'Viewer',
          rank: 'None',
        },
      ],
    },
  }
}

/**
 * Returns the update feed from `DESKTOP_UPDATE_URL` (a folder on a web server) or
 * `DESKTOP_UPDATE_GITHUB` (`owner/name`). Null without one, or if the package is not signed, because
 * the system could not verify an update.
 */
function feed(platform, env) {
  const signed = {
    win32: env.WIN_CSC_LINK || env.CSC_LINK,
    darwin: env.CSC_LINK,
    // AppImages are not signed; the feed is https and has each file's SHA-512.
    linux: true,
  }
  if (!signed[platform]) return null
  const { DESKTOP_UPDATE_URL: url, DESKTOP_UPDATE_GITHUB: repository } = env
  if (url) {
    if (!url.startsWith('https://')) throw new Error('DESKTOP_UPDATE_URL must begin with https://')
    return { provider: 'generic', url }
  }
  if (!repository) return null
  const [owner, repo] = repository.split('/')
  if (!owner || !repo) throw new Error('DESKTOP_UPDATE_GITHUB must be owner/name')
  return { provider: 'github', owner, repo }
}
