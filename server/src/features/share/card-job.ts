/** What a share card shows. */
export interface CardContent {
  /** Name of the school, in the band on top. */
  school: string
  /** What kind of thing it is: «নোটিশ»; empty on the card of the whole site. */
  label: string
  title: string
  /** Under the title, small: a date, a place. */
  foot: string
  /** The site's host name, or empty where it is not known. */
  host: string
}

/** What is asked of the card process. */
export interface CardJob {
  content: CardContent
  /** Path of the crest, drawn (SVG) or set by staff. */
  crest: string
  /** Path of the PNG to write. */
  file: string
}
