import { defineConfig } from 'vite'

/** Bundles the main process into one file; Electron itself stays outside. */
export default defineConfig({
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node24',
    minify: true,
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      input: { main: 'src/electron/main.ts' },
      external: ['electron'],
      output: {
        // What Electron has loaded for longest, and what the updater's own parts are written in.
        format: 'cjs',
        entryFileNames: '[name].cjs',
        codeSplitting: false,
      },
    },
  },
})
