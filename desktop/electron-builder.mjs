import path from 'node:path'

const PRODUCT = 'বিদ্যালয় অ্যাডমিন'

/**
 * How the program is packed.
 * @param {object} options
 * @param {string} options.root the project's folder
 * @param {string} options.app folder that goes into the asar, all of it
 * @param {string} options.out folder of the installers
 * @param {string} options.electronVersion
 * @param {string | undefined} options.electronDist an unpacked Electron; left out, it is fetched
 * @param {NodeJS.Platform} options.platform
 * @param {NodeJS.ProcessEnv} options.env
 * @returns {import('electron-builder').Configuration}
 */
export function packaging({ root, app, out, electronVersion, electronDist, platform, env }) {
  const icon = path.join(root, 'web', 'public', 'icon-512.png')
  return {
    appId: 'bd.bidyaloy.admin',
    // Below /opt, and in scripts of packages, a name is safest in ASCII.
    productName: platform === 'linux' ? 'Bidyaloy Admin' : PRODUCT,
    executableName: 'bidyaloy-admin',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: filled in by electron-builder
    artifactName: 'bidyaloy-admin-${version}-${arch}.${ext}',
    directories: { app, output: out, buildResources: path.join(root, 'desktop', 'installer') },
    files: ['**/*'],
    asar: { smartUnpack: false },
    npmRebuild: false,
    nodeGypRebuild: false,
    electronVersion,
    ...(electronDist && { electronDist }),
    // Chromium's own texts, of which the program shows next to none.
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
      // For whoever sits there, without an administrator.
      oneClick: true,
      perMachine: false,
      // What is not sent yet lies there.
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
      synopsis: 'The office of a Bidyaloy school website',
      maintainer: 'Bidyaloy',
      desktop: { entry: { Name: PRODUCT, StartupWMClass: 'bidyaloy-admin' } },
    },
    mac: {
      icon,
      // Updates come out of the zip.
      target: ['dmg', 'zip'],
      category: 'public.app-category.productivity',
      hardenedRuntime: true,
      extendInfo: { CFBundleDisplayName: PRODUCT },
      // Dropped on the icon in the dock; nothing is opened with this program unless someone says so.
      fileAssociations: [
        {
          ext: ['pdf', 'jpg', 'jpeg', 'png', 'webp', 'docx', 'xlsx', 'pptx', 'doc', 'xls', 'txt'],
          name: 'File of the school',
          role: 'Viewer',
          rank: 'None',
        },
      ],
    },
  }
}

/**
 * Where new versions come from: `DESKTOP_UPDATE_URL` (a folder on a web server) or
 * `DESKTOP_UPDATE_GITHUB` (`owner/name`). Without one, or where the system could not tell a
 * stranger's version from ours because nothing is signed, the program never looks.
 */
function feed(platform, env) {
  const signed = {
    win32: env.WIN_CSC_LINK || env.CSC_LINK,
    darwin: env.CSC_LINK,
    // An AppImage has no signature; its feed comes over https and names each file's SHA-512.
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
