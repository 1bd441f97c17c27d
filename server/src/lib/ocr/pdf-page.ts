import type { Rgba } from '@bidyaloy/shared/lib/scan/coloured-ink'
import { type PDFiumDocument, PDFiumLibrary, PDFiumModule } from '@hyzyla/pdfium'
import { readWidth } from './read-image.ts'

/** A page of an open PDF, with PDFium's own functions for what the library does not offer. */
export interface PdfPage {
  pageCount: number
  /** Draws the page with its form fields, at the size at which pages are read. */
  draw(): Promise<Rgba>
  pdfium: Pdfium
  /** Handle of the page. */
  handle: number
  close(): void
}

/** Functions and memory of PDFium's WebAssembly module. */
export interface Pdfium {
  /** Calls an exported function; a function without result returns 0. */
  call(name: string, ...args: number[]): number
  view(address: number, size: number): Uint8Array
  /** Runs `use` with newly allocated zeroed bytes, given by address and to be read. */
  withBytes<T>(size: number, use: (address: number, read: () => DataView) => T): T
}

interface Loaded {
  library: PDFiumLibrary
  pdfium: Pdfium
}

let loaded: Promise<Loaded> | undefined

/**
 * Opens a page of a PDF.
 * @param number counted from 1
 * @throws RangeError if there is no such page, Error if the document is damaged or encrypted
 */
export async function openPdfPage(bytes: Uint8Array, number: number): Promise<PdfPage> {
  loaded ??= load()
  const { library, pdfium } = await loaded
  let document: PDFiumDocument | undefined
  try {
    document = await library.loadDocument(bytes)
    const pageCount = document.getPageCount()
    if (number > pageCount) throw new RangeError('No such page')
    const page = document.getPage(number - 1)
    const source = openAgain(pdfium, bytes, number - 1)
    const open = document
    return {
      pageCount,
      pdfium,
      handle: source.page,
      async draw() {
        const { originalWidth, originalHeight } = page.getOriginalSize()
        if (!(originalWidth > 0 && originalHeight > 0)) throw new RangeError('A page without area')
        const width = readWidth({ width: originalWidth, height: originalHeight })
        const height = Math.max(1, Math.round((width * originalHeight) / originalWidth))
        const { data } = await page.render({
          width,
          height,
          scale: 1,
          renderFormFields: true,
          render: async (bitmap) => bitmap.data,
        })
        return { width, height, data }
      },
      close() {
        source.close()
        open.destroy()
      },
    }
  } catch (error) {
    // The library may be in an invalid state: the next document gets a new instance.
    loaded = undefined
    throw error
  }
}

/** Opens the document by PDFium's own functions; the library keeps its handles to itself. */
function openAgain({ call, view }: Pdfium, bytes: Uint8Array, index: number) {
  const address = call('malloc', bytes.length)
  if (address === 0) throw new RangeError('Out of memory')
  view(address, bytes.length).set(bytes)
  const document = call('FPDF_LoadMemDocument', address, bytes.length, 0)
  const page = document && call('FPDF_LoadPage', document, index)
  if (!page) throw new RangeError('No such page')
  return {
    page,
    close() {
      call('FPDF_ClosePage', page)
      call('FPDF_CloseDocument', document)
      call('free', address)
    },
  }
}

async function load(): Promise<Loaded> {
  const module = await PDFiumModule({})
  const library = await PDFiumLibrary.initBase({ vendor: async () => module })
  return { library, pdfium: pdfiumOf(module) }
}

function pdfiumOf(module: Awaited<ReturnType<typeof PDFiumModule>>): Pdfium {
  const call: Pdfium['call'] = (name, ...args) => {
    const callee: unknown = Reflect.get(module.wasmExports, name)
    if (typeof callee !== 'function') throw new TypeError(`PDFium exports no ${name}`)
    const result: unknown = callee(...args)
    return typeof result === 'number' ? result : 0
  }
  return {
    call,
    // Looked up each time, because memory that grows gets a new buffer.
    view: (address, size) => module.HEAPU8.subarray(address, address + size),
    withBytes(size, use) {
      const address = call('malloc', size)
      if (address === 0) throw new RangeError('Out of memory')
      try {
        module.HEAPU8.fill(0, address, address + size)
        return use(address, () => new DataView(module.HEAPU8.buffer, address, size))
      } finally {
        call('free', address)
      }
    },
  }
}
