/** Addresses of the public pages. */
export const pagePaths = {
  home: '/',
  schoolInfo: '/schoolInfo',
  history: '/schoolDescription',
  teachers: '/officers_teachers',
  studentCount: '/studentcount',
  studentsAtAGlance: '/student_at_a_glance',
  attendance: '/studentdailyattendance.aspx',
  payment: '/payment-history.aspx',
  publicResult: '/public-exam-result.aspx',
  gallery: '/photo-gallery',
  jubilee: '/golden-jubilee-photo-gallery',
  contact: '/contact_us',
  notices: '/allNotices',
  news: '/allnews',
  downloads: '/allDownloads',
  siteMap: '/sitemap',
} as const

/** What the server makes of the data beside pages and API. */
export const siteFiles = {
  /** Atom: the newest notices and news. */
  feed: '/feed.xml',
  /** 404 where the site does not know its own address. */
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  manifest: '/manifest.webmanifest',
  /** The contact record; 404 before it was saved. */
  contactCard: '/contact.vcf',
  studentCountsCsv: '/studentcount.csv',
  studentCountsXlsx: '/studentcount.xlsx',
  /** The picture (1200×630) that stands for the whole site where it is shared. */
  shareCard: '/share/site.png',
  /** Raster copies of the crest; the maskable one fills its square. */
  icon192: '/icon-192.png',
  icon512: '/icon-512.png',
  iconMaskable: '/icon-maskable-512.png',
  appleTouchIcon: '/apple-touch-icon.png',
} as const

/** The same icons drawn from the crest that staff have set; 404 where they have set none. */
export const crestIcons = {
  icon192: '/share/icon-192.png',
  icon512: '/share/icon-512.png',
  iconMaskable: '/share/icon-maskable-512.png',
  appleTouchIcon: '/share/apple-touch-icon.png',
} as const

/** Width and height of every share card, in pixels. */
export const SHARE_CARD = { width: 1200, height: 630 } as const

/** What a visitor without a connection sees of a page that the browser has not kept. */
export const OFFLINE_PAGE = '/offline'

/** Where the page is drawn that stands for every address that leads nowhere. */
export const NOT_FOUND_PAGE = '/not-found'
