import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { clientAssets, compressedCopies } from './build-plugins.ts'

/** Browsers of school offices and old phones: Windows 7 ended with Chrome 109 and Firefox 115. */
const targets = { chrome: 109, firefox: 115, safari: 15 }
const clientEntry = 'src/boot/site.client.tsx'
const watching = process.argv.includes('--watch')

/**
 * Three builds, in this order (see `package.json`): the public site (`--mode site`), the dashboard
 * (`--mode admin`) and the renderer (`--ssr`). Site and dashboard share no chunks: a visitor would
 * load with them what only the dashboard uses.
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    clientAssets(import.meta.dirname, clientEntry),
    ...(isSsrBuild || watching ? [] : [compressedCopies()]),
  ],
  css: {
    transformer: 'lightningcss',
    lightningcss: {
      targets: Object.fromEntries(
        Object.entries(targets).map(([browser, version]) => [browser, version << 16]),
      ),
    },
  },
  // The renderer carries its packages with it, so that the server can load the one file.
  ssr: { noExternal: true, target: 'node' },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    target: isSsrBuild
      ? 'node20'
      : Object.entries(targets).map(([browser, version]) => `${browser}${version}`),
    cssMinify: 'lightningcss',
    // Drawings and fonts stay files: a data address would be sent again with every page or bundle.
    assetsInlineLimit: 0,
    // The dashboard's files come beside those of the site.
    emptyOutDir: mode !== 'admin' && !watching,
    copyPublicDir: mode === 'site',
    manifest: mode === 'site',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    rolldownOptions: {
      input: isSsrBuild
        ? { 'site.server': 'src/boot/site.server.tsx' }
        : mode === 'admin'
          ? 'admin.html'
          : clientEntry,
    },
  },
}))
