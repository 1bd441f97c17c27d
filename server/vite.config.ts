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
        'picture-process': 'src/storage/picture-process.ts',
        'judge-process': 'src/storage/judge-process.ts',
        'page-process': 'src/storage/page-process.ts',
        'card-process': 'src/features/share/card-process.ts',
        'html-process': 'src/features/teacher-page/html-process.ts',
        'backup-process': 'src/features/backup/backup-process.ts',
      },
      // All in one folder: modules find each other, and the built web, from where they lie.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
})
