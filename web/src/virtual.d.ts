/** What the browser needs of the public site's build. See `vite.config.ts`. */
declare module 'virtual:client-assets' {
  const assets: import('./site/document.ts').ClientAssets
  export default assets
}
