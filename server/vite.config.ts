import { defineConfig } from 'vite'

/** Bundles the server and its command line; packages from npm stay outside, `shared` goes in. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        cli: 'src/cli/cli.ts',
        'picture-worker': 'src/storage/picture-worker.ts',
        'detect-worker': 'src/storage/detect-worker.ts',
        'page-worker': 'src/storage/page-worker.ts',
        'card-worker': 'src/features/share/card-worker.ts',
        'html-worker': 'src/features/site-records/html-worker.ts',
        'backup-worker': 'src/features/backup/backup-worker.ts',
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
