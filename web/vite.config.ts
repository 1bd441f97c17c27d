import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Browsers of school offices and old phones: Windows 7 ended with Chrome 109 and Firefox 115. */
const targets = { chrome: 109, firefox: 115, safari: 15 }
const clientEntry = 'src/boot/site.client.tsx'
const here = import.meta.dirname
const clientFolder = resolve(here, 'dist/client')

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

/**
 * Tells the renderer which hashed files the browser needs (`virtual:client-assets`), from the
 * manifest that the client build, which runs first, has left behind.
 */
function clientAssets(): Plugin {
  const id = 'virtual:client-assets'
  const manifestFile = resolve(clientFolder, '.vite/manifest.json')
  return {
    name: 'client-assets',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined
      this.addWatchFile(manifestFile)
      const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<
        string,
        ManifestChunk
      >
      const chunks = new Map<string, ManifestChunk>()
      const collect = (key: string) => {
        const chunk = manifest[key]
        if (!chunk || chunks.has(key)) return
        chunks.set(key, chunk)
        chunk.imports?.forEach(collect)
      }
      collect(clientEntry)
      const [entry, ...imported] = [...chunks.values()]
      if (!entry) throw new Error(`${manifestFile} knows no ${clientEntry}`)
      const address = (file: string) => `/${file}`
      const assets = {
        script: address(entry.file),
        preloads: imported.map((chunk) => address(chunk.file)),
        styles: [...new Set([...chunks.values()].flatMap((chunk) => chunk.css ?? []))].map(address),
      }
      return `export default ${JSON.stringify(assets)}`
    },
  }
}

export default defineConfig(({ isSsrBuild }) => ({
  root: here,
  plugins: [react(), clientAssets()],
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
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    rolldownOptions: {
      input: isSsrBuild
        ? { 'site.server': 'src/boot/site.server.tsx' }
        : [clientEntry, 'admin.html'].filter((entry) => existsSync(resolve(here, entry))),
    },
  },
}))
