import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { clientAssets, compressedCopies, neededAtOnce } from './build-plugins.ts'
import { forOlderBrowsers } from './older-browsers.ts'

/** Browsers of school offices and old phones: Windows 7 ended with Chrome 109 and Firefox 115. */
const targets = { chrome: 109, firefox: 115, safari: 15 }
const clientEntry = 'src/boot/site.client.tsx'
const scripts = { site: clientEntry, admin: 'src/boot/admin.client.tsx' }
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
/** Builds of one file whose address must stay the same. */
const SINGLE = ['worker', 'copy']
const watching = process.argv.includes('--watch')

/**
 * Five builds, in this order (see `package.json`): the public site (`--mode site`), its service
 * worker (`--mode worker`), what stands in for the server in a copy of plain files (`--mode copy`), the
 * dashboard (`--mode admin`) and the renderer (`--ssr`). They share no chunks: a visitor would load
 * with them what only the dashboard uses, and the worker, the stand-in and the renderer are one file
 * each.
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    clientAssets(import.meta.dirname, clientEntry),
    ...(isSsrBuild || watching ? [] : [compressedCopies()]),
  ],
  // The package's exports lead to its development build, whose warnings every visitor would load.
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: resolve(productionRouter, 'index.mjs') },
      { find: /^react-router\/dom$/, replacement: resolve(productionRouter, 'dom-export.mjs') },
    ],
  },
  css: {
    transformer: 'lightningcss',
    lightningcss: {
      visitor: forOlderBrowsers(resolve(import.meta.dirname, 'src/styles/base.css')),
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
    // The files of dashboard and service worker come beside those of the site.
    emptyOutDir: mode !== 'admin' && !SINGLE.includes(mode) && !watching,
    copyPublicDir: mode === 'site',
    manifest: mode === 'site',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    // What a page needs beside its own chunk it has already.
    ...(mode === 'site' && { modulePreload: false }),
    rolldownOptions: {
      input: isSsrBuild
        ? { 'site.server': 'src/boot/site.server.tsx' }
        : (inputs[mode] ?? clientEntry),
      output: {
        ...((isSsrBuild || SINGLE.includes(mode)) && { codeSplitting: false }),
        ...((mode === 'site' || mode === 'admin') &&
          !isSsrBuild && {
            codeSplitting: {
              groups: [{ name: neededAtOnce(resolve(import.meta.dirname, scripts[mode]), mode) }],
            },
          }),
        // A worker's place tells which pages it may serve.
        ...(SINGLE.includes(mode) && { entryFileNames: '[name].js' }),
        // A plain script runs before the page's modules.
        ...(mode === 'copy' && { format: 'iife' as const }),
      },
    },
  },
}))
