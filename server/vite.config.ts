import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { defineConfig, type Plugin } from 'vite'

/** Tesseract and its data, copied so that a school installs 7 MB instead of all builds and languages. */
const tesseract = {
  // CommonJS among modules.
  'tesseract-core-simd-lstm.cjs': 'tesseract.js-core/tesseract-core-simd-lstm.js',
  'tesseract-core-simd-lstm.wasm': 'tesseract.js-core/tesseract-core-simd-lstm.wasm',
  'ben.traineddata.gz': '@tesseract.js-data/ben/4.0.0_best_int/ben.traineddata.gz',
  'eng.traineddata.gz': '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
}

const copyTesseract: Plugin = {
  name: 'copy-tesseract',
  generateBundle() {
    const { resolve } = createRequire(import.meta.url)
    for (const [fileName, from] of Object.entries(tesseract)) {
      this.emitFile({ type: 'asset', fileName, source: fs.readFileSync(resolve(from)) })
    }
  },
}

/** Returns the commit of the sources; empty without git or its folder. */
function commit(): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' })
  return stdout?.trim() ?? ''
}

/** Bundles the server and its command line; packages from npm stay outside, `shared` goes in. */
export default defineConfig({
  plugins: [copyTesseract],
  define: { __COMMIT__: JSON.stringify(commit()) },
  build: {
    ssr: true,
    // Else a build for the server writes no assets.
    ssrEmitAssets: true,
    target: 'node22',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        cli: 'src/cli/cli.ts',
        'worker-walls': 'src/lib/worker-walls.ts',
        'picture-worker': 'src/storage/picture-worker.ts',
        'detect-worker': 'src/storage/detect-worker.ts',
        'page-worker': 'src/storage/page-worker.ts',
        'card-worker': 'src/features/share/card-worker.ts',
        'html-worker': 'src/features/teacher-page/html-worker.ts',
        'backup-worker': 'src/backup-worker.ts',
        'push-worker': 'src/features/push/push-worker.ts',
        'office-worker': 'src/features/papers/office-worker.ts',
        'move-in-worker': 'src/features/move-in/sources/move-in-worker.ts',
        'archive-worker': 'src/features/move-in/sources/archive-worker.ts',
        'read-worker': 'src/features/papers/read-worker.ts',
        // For browser tests, which run servers in their own process.
        'start-server': 'src/start-server.ts',
        config: 'src/config.ts',
        log: 'src/log.ts',
        'fill-demo': 'src/fill-demo.ts',
      },
      // All in one folder: modules find each other, and the built web, from where they lie.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
})
