import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import {
  clientAssets,
  compressedCopies,
  firstPageChunks,
  unusedQueryParts,
  unusedRouterParts,
} from './build-plugins.ts'
import { forOlderBrowsers } from './older-browsers.ts'

/** Browsers of school offices and old phones: Windows 7 ended with Chrome 109 and Firefox 115. */
const targets = { chrome: 109, firefox: 115, safari: 15 }
const target = Object.entries(targets).map(([browser, version]) => `${browser}${version}`)
const clientEntry = 'src/boot/site.client.tsx'
const fromHere = (file: string) => resolve(import.meta.dirname, file)
const chunkNames = {
  site: firstPageChunks(fromHere(clientEntry), 'site'),
  admin: firstPageChunks(fromHere('src/boot/admin.client.tsx'), 'admin', {
    module: fromHere('src/admin/overview/overview-screen.tsx'),
    name: 'overview',
  }),
}
const inputs: Readonly<Record<string, string | Record<string, string>>> = {
  site: clientEntry,
  worker: { 'service-worker': 'src/boot/service-worker.ts' },
  copy: { 'static-copy': 'src/boot/static-copy.ts' },
  admin: 'admin.html',
}
const productionRouter = resolve(
  dirname(
    createRequire(createRequire(import.meta.url).resolve('react-router-dom')).resolve(
      'react-router/package.json',
    ),
  ),
  'dist/production',
)
/** Builds of a single file whose address must not change. */
const SINGLE = ['worker', 'copy']
const watching = process.argv.includes('--watch')

/**
 * Five builds, in this order (see `package.json`): the public site (`--mode site`), its service
 * worker (`--mode worker`), the API of a static copy (`--mode copy`), the dashboard (`--mode admin`)
 * and the renderer (`--ssr`). They share no chunks: visitors would load code that only the dashboard
 * uses, and the worker, the static copy's API and the renderer are one file each.
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    clientAssets({
      root: import.meta.dirname,
      clientEntry,
      startEntry: 'src/boot/site.start.ts',
      target,
    }),
    unusedRouterParts(),
    ...(mode === 'site' ? [unusedQueryParts()] : []),
    ...(isSsrBuild || watching ? [] : [compressedCopies()]),
  ],
  // The package exports its development build, whose warnings every visitor would load.
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: resolve(productionRouter, 'index.mjs') },
      { find: /^react-router\/dom$/, replacement: resolve(productionRouter, 'dom-export.mjs') },
    ],
  },
  css: {
    transformer: 'lightningcss',
    lightningcss: {
      visitor: forOlderBrowsers(resolve(import.meta.dirname, 'src/styles/tokens.css')),
      targets: Object.fromEntries(
        Object.entries(targets).map(([browser, version]) => [browser, version << 16]),
      ),
    },
  },
  // The renderer contains its packages, so the server can load a single file.
  ssr: { noExternal: true, target: 'node' },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    target: isSsrBuild ? 'node22' : target,
    cssMinify: 'lightningcss',
    // Drawings and fonts stay files: as data URLs they would be sent again with every page or bundle.
    assetsInlineLimit: 0,
    // The dashboard and the service worker are built into the site's folder.
    emptyOutDir: mode !== 'admin' && !SINGLE.includes(mode) && !watching,
    copyPublicDir: mode === 'site',
    manifest: mode === 'site',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    // A lazy page needs nothing but its own chunk.
    ...(mode === 'site' && { modulePreload: false }),
    rolldownOptions: {
      // No getter of ours does anything: what merely spreads unused addresses is left out.
      ...(mode === 'site' &&
        !isSsrBuild && {
          treeshake: {
            propertyReadSideEffects: false,
            // Notices import it when they are opened from another page; the server draws it otherwise.
            moduleSideEffects: [{ test: /\/ui\/qr-code\.tsx$/, sideEffects: false }],
          },
        }),
      input: isSsrBuild
        ? { 'site.server': 'src/boot/site.server.tsx' }
        : (inputs[mode] ?? clientEntry),
      output: {
        ...((isSsrBuild || SINGLE.includes(mode)) && { codeSplitting: false }),
        ...((mode === 'site' || mode === 'admin') &&
          !isSsrBuild && {
            codeSplitting: {
              groups: [{ name: chunkNames[mode] }],
            },
          }),
        // The scope of a service worker is the folder of its file.
        ...(SINGLE.includes(mode) && { entryFileNames: '[name].js' }),
        // A classic script runs before the page's modules.
        ...(mode === 'copy' && { format: 'iife' as const }),
      },
    },
  },
}))
