import { defineConfig } from 'vite'

/** Bundles the main process into one file; Electron is external. */
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
        // CommonJS, like electron-updater.
        format: 'cjs',
        entryFileNames: '[name].cjs',
        codeSplitting: false,
      },
    },
  },
})
