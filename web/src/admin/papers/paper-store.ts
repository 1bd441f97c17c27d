import * as z from 'zod'

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

const DATABASE = 'bidyaloy-papers'
const PAPERS = 'papers'
const PHOTOS = 'photos'

let opened: Promise<IDBDatabase> | null = null

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(PAPERS)
      request.result.createObjectStore(PHOTOS)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => {
      opened = null
      reject(request.error)
    }
  })
  return opened
}

function resultOf(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const photoKey = (name: string, id: string) => `${name}/${id}`

/** Returns the keys of all photos of a paper. */
const photosOf = (name: string) => IDBKeyRange.bound(`${name}/`, `${name}/\uffff`)

/** Reads the paper of a form; one without pages if none is stored or the browser stores nothing. */
export async function readPaper(name: string): Promise<Paper> {
  try {
    const database = await openDatabase()
    const stores = database.transaction([PAPERS, PHOTOS])
    const photos = stores.objectStore(PHOTOS)
    const found = await resultOf(stores.objectStore(PAPERS).get(name))
    if (found === undefined) return NO_PAPER
    const { pages, ...paper } = StoredPaper.parse(found)
    const withPhotos = pages.map(async (page) => {
      const photo = await resultOf(photos.get(photoKey(name, page.id)))
      return photo instanceof File ? [{ ...page, photo }] : []
    })
    return { ...paper, pages: (await Promise.all(withPhotos)).flat() }
  } catch {
    return NO_PAPER
  }
}

/** Stores the paper of a form, or removes what is stored if it has no pages. */
export async function storePaper(name: string, { pages, ...paper }: Paper): Promise<void> {
  try {
    const database = await openDatabase()
    const stores = database.transaction([PAPERS, PHOTOS], 'readwrite')
    const papers = stores.objectStore(PAPERS)
    const photos = stores.objectStore(PHOTOS)
    const stored = z.array(z.string()).parse(await resultOf(photos.getAllKeys(photosOf(name))))
    const wanted = pages.map(({ id }) => photoKey(name, id))
    for (const key of stored) if (!wanted.includes(key)) photos.delete(key)
    for (const { id, photo } of pages) {
      const key = photoKey(name, id)
      // A photo never changes; it is large.
      if (!stored.includes(key)) photos.put(photo, key)
    }
    const details = pages.map(({ photo: _photo, ...page }) => page)
    if (pages.length === 0) papers.delete(name)
    else papers.put({ ...paper, pages: details }, name)
    await new Promise((resolve, reject) => {
      stores.oncomplete = resolve
      stores.onabort = () => reject(stores.error)
    })
  } catch {
    // Full or refused: the pages last until a reload.
  }
}

/** Removes the paper of a form. */
export const forgetPaper = (name: string) => storePaper(name, NO_PAPER)
