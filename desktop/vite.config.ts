import { defineConfig } from 'vite'

/** Bundles the main process; Electron itself stays outside. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node22',
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: { input: { main: 'src/main.ts' }, external: ['electron'] },
  },
})
