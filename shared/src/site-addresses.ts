/** Paths of the public pages, besides those of features. */
export const pagePaths = {
  home: '/',
  history: '/schoolDescription',
  attendance: '/studentdailyattendance.aspx',
  payment: '/payment-history.aspx',
  publicResult: '/public-exam-result.aspx',
  gallery: '/photo-gallery',
  jubilee: '/golden-jubilee-photo-gallery',
  notices: '/allNotices',
  news: '/allnews',
  downloads: '/allDownloads',
  albums: '/albums',
  siteMap: '/sitemap',
} as const

/** Paths of generated files. */
export const siteFiles = {
  /** Atom feed of notices and news. */
  feed: '/feed.xml',
  /** 404 if the site's public URL is unknown. */
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  manifest: '/manifest.webmanifest',
  /** Speculation rules: which links browsers may load ahead. Named in a header of every page. */
  linkRules: '/links.json',
  /** Share card (1200×630) of the site. */
  shareCard: '/share/site.png',
  /** Raster copies of the default crest; the maskable one fills its square. */
  icon192: '/icon-192.png',
  icon512: '/icon-512.png',
  iconMaskable: '/icon-maskable-512.png',
  appleTouchIcon: '/apple-touch-icon.png',
} as const

/** The same icons from the uploaded crest; 404 without one. */
export const crestIcons = {
  icon32: '/share/icon-32.png',
  icon192: '/share/icon-192.png',
  icon512: '/share/icon-512.png',
  iconMaskable: '/share/icon-maskable-512.png',
  appleTouchIcon: '/share/apple-touch-icon.png',
} as const

/** Width and height of every share card, in pixels. */
export const SHARE_CARD = { width: 1200, height: 630 } as const

/** The search over the whole site; not a page of its own for search engines and site map. */
export const SEARCH_PAGE = '/search'

/** Script of the service worker, which the dashboard registers, too, for messages to accounts. */
export const SERVICE_WORKER = '/service-worker.js'

/** Shown offline in place of an uncached page. */
export const OFFLINE_PAGE = '/offline'

/** Renders the page for every unknown path. */
export const NOT_FOUND_PAGE = '/not-found'
