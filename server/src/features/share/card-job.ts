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

/** A square icon of nothing but the crest. */
export interface IconContent {
  /** Pixels. */
  side: number
  /** How much of the side belongs to the crest, from 0 to 1. */
  share: number
  /** Whether paper fills the square; else what the crest leaves stays clear. */
  filled: boolean
}

/** What is asked of the card process. */
export interface CardJob {
  content: CardContent | IconContent
  /** Path of the crest, drawn (SVG) or set by staff. */
  crest: string
  /** Path of the PNG to write. */
  file: string
}
