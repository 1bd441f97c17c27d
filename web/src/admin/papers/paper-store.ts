import * as z from 'zod'
import { createBrowserStore } from '../form/browser-store.ts'
import { draftProfile } from '../form/drafts.ts'

const Point = z.object({ x: z.number(), y: z.number() })
const Corners = z.tuple([Point, Point, Point, Point]).readonly()
const Picture = z.instanceof(Blob)

const StoredPage = z.object({
  id: z.string(),
  /** What was found in the photo, with a small copy of it; null until then. */
  sheet: z
    .object({ view: Picture, width: z.number(), height: z.number(), sure: z.boolean() })
    .nullable(),
  /** In pixels of the photo; null until the sheet was looked for. */
  corners: Corners.nullable(),
  turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  white: z.boolean(),
  /** Made with these corners, turn and light; null until then. */
  made: z
    .object({
      blob: Picture,
      thumbnail: Picture,
      width: z.number(),
      height: z.number(),
      kind: z.enum(['grey', 'oneBit']),
      bytes: z.number(),
    })
    .nullable(),
  hasFailed: z.boolean(),
})
const StoredPaper = z.object({
  pages: z.array(StoredPage),
  withOriginals: z.boolean(),
  /** The PDF that was made of the pages last. */
  file: z.instanceof(File).nullable(),
  /** Whether it shows the pages as they are now. */
  isDone: z.boolean(),
})

/** A page to be, and the photo that it is made of. */
export type PaperPage = z.infer<typeof StoredPage> & { readonly photo: File }

/** Photos that become one document. */
export interface Paper extends Omit<z.infer<typeof StoredPaper>, 'pages'> {
  pages: readonly PaperPage[]
}

export const NO_PAPER: Paper = { pages: [], withOriginals: false, file: null, isDone: false }

/** Returns a page of which nothing is known but its photo. */
export function newPage(id: string, photo: File): PaperPage {
  return {
    id,
    photo,
    sheet: null,
    corners: null,
    turn: 0,
    white: true,
    made: null,
    hasFailed: false,
  }
}

const store = createBrowserStore(StoredPaper, draftProfile)

/** The prefix of what is stored for a form, which has one paper. */
const formOf = (name: string) => `paper:${name}`
const keyOf = (name: string) => `${formOf(name)}/paper`

/** Reads the paper of a form; one without pages if none is stored or the browser stores nothing. */
export async function readPaper(name: string): Promise<Paper> {
  const [found] = await store.list(formOf(name))
  if (!found) return NO_PAPER
  const withPhotos = found.pages.map(async (page) => {
    const photo = await store.file(keyOf(name), page.id)
    return photo ? [{ ...page, photo }] : []
  })
  return { ...found, pages: (await Promise.all(withPhotos)).flat() }
}

/**
 * Stores the paper of a form, or removes what is stored if it has no pages.
 * @param before what is stored: a photo never changes, and it is large
 */
export function storePaper(name: string, { pages, ...paper }: Paper, before: Paper): void {
  if (pages.length === 0) {
    forgetPaper(name)
    return
  }
  const key = keyOf(name)
  const isIn = (others: readonly PaperPage[], { id }: PaperPage) =>
    others.some((other) => other.id === id)
  for (const page of before.pages) if (!isIn(pages, page)) store.removeFile(key, page.id)
  for (const page of pages) if (!isIn(before.pages, page)) store.putFile(key, page.id, page.photo)
  store.put(key, { ...paper, pages: pages.map(({ photo: _photo, ...page }) => page) })
}

/** Removes the paper of a form. */
export const forgetPaper = (name: string): void => store.remove(keyOf(name))
