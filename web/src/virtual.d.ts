/** The hashed files of the public site, as root-relative addresses. See `vite.config.ts`. */
declare module 'virtual:client-assets' {
  const assets: {
    script: string
    preloads: readonly string[]
    styles: readonly string[]
  }
  export default assets
}
