import { WordBox } from '@bidyaloy/shared/lib/ocr/read-page'
import * as z from 'zod'

/** A copy of a rendered page. */
const PageCopy = z.object({
  width: z.number(),
  height: z.number(),
  /** In black and white, for visitors who save data. Only of pages that are print. */
  oneBit: z.literal(true).exactOptional(),
})
export type PageCopy = z.infer<typeof PageCopy>

/** A stored file. `stem` is its name without extension. */
export const StoredFile = z.object({
  folder: z.enum(['uploads', 'gallery-uploads']),
  stem: z.string().min(1),
  extension: z.string().min(1),
  /** Stem of the photo of which parts are blurred in this one. */
  blurredFrom: z.string().exactOptional(),
  /** The client's file name. */
  name: z.string(),
  mimeType: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Pixels, of pictures. */
  width: z.number().exactOptional(),
  height: z.number().exactOptional(),
  /** Main colour of a picture, `#rrggbb`. */
  color: z.string().exactOptional(),
  /** Smaller WebP copies, `<stem>-<width>.webp`. */
  sizes: z.array(z.object({ width: z.number(), height: z.number() })).exactOptional(),
  /** WebP copies of each rendered PDF page, named by `pageName`, smallest first. */
  pages: z.array(z.array(PageCopy)).exactOptional(),
  /** The part of each of `pages` that its copies show; null: all. Absent in drawing 1. */
  parts: z.array(WordBox.nullable()).exactOptional(),
  /** Version of the program that rendered `pages`. Absent: 1. */
  drawing: z.number().exactOptional(),
  /** Total number of PDF pages; set together with `pages`. */
  pageCount: z.number().exactOptional(),
  /** Number of started attempts to render a PDF, also once more; removed after success. */
  drawTries: z.number().exactOptional(),
  /**
   * SHA-256 of the bytes as they came, then of those that are served instead: the picture, and its
   * smaller copies. Of published entries these are in `published_file` instead.
   */
  digests: z.array(z.string()).exactOptional(),
  /** Why not all pages of a PDF that have pictures could be rendered. Earlier versions stored none. */
  drawFault: z.enum(['undrawable', 'exhausted']).exactOptional(),
})
export type StoredFile = z.infer<typeof StoredFile>
