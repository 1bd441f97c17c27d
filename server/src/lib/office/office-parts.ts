import { Parser } from 'htmlparser2'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

/** Unpacked bytes of all parts that are read of a file. Texts of a thousand pages have a tenth. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
/** Nested elements. Word allows tables within tables of eleven elements each. */
const MAX_DEPTH = 400

/** Attributes by their names without prefix. */
export type Attributes = Readonly<Record<string, string>>

/** Receives the elements of a part in order. Names have no prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
  /** Whether nothing more of the part is needed. */
  isDone?(): boolean
}

/** The XML parts of an Office file, in a zip. */
export interface OfficeParts {
  /**
   * Parses a part as a stream; an absent one has no elements. Entities other than those of XML stay as
   * they are, and nothing outside of the file is loaded.
   * @throws Error if the part is damaged, too large or nested too deep
   */
  parse(name: string, handlers: XmlHandlers): Promise<void>
  /** Returns the parts to which a part refers, by the ids of the relations. */
  relationsOf(name: string): Promise<ReadonlyMap<string, string>>
}

/** Opens the parts of an Office file for the time of `work`. */
export async function withOfficeParts<T>(
  bytes: Uint8Array,
  work: (parts: OfficeParts) => Promise<T>,
): Promise<T> {
  const { buffer, byteOffset, byteLength } = bytes
  const zip = await fromBufferPromise(Buffer.from(buffer, byteOffset, byteLength), {
    autoClose: false,
    lazyEntries: true,
  })
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
    return await work(partsOf(zip, entries))
  } finally {
    zip.close()
  }
}

function partsOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): OfficeParts {
  let left = MAX_UNPACKED_BYTES
  const parse = async (name: string, handlers: XmlHandlers) => {
    const entry = entries.get(name.toLowerCase())
    if (!entry) return
    const parser = createParser(handlers)
    let decoder: InstanceType<typeof TextDecoder> | undefined
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('The part has no bytes')
      left -= chunk.length
      if (left < 0) throw new RangeError('The parts are too large')
      decoder ??= new TextDecoder(encodingOf(chunk))
      parser.write(decoder.decode(chunk, { stream: true }))
      if (handlers.isDone?.()) return
    }
    parser.end(decoder?.decode())
  }
  return {
    parse,
    async relationsOf(name) {
      const slash = name.lastIndexOf('/') + 1
      const targets = new Map<string, string>()
      await parse(`${name.slice(0, slash)}_rels/${name.slice(slash)}.rels`, {
        open(element, { id, target, targetmode }) {
          if (element !== 'relationship' || !id || !target || targetmode === 'External') return
          const url = new URL(target, `file:///${name}`)
          targets.set(id, decodeURIComponent(url.pathname.slice(1)))
        },
      })
      return targets
    },
  }
}

function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8'
}

function createParser({ open, close, text }: XmlHandlers): Parser {
  let depth = 0
  return new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > MAX_DEPTH) throw new RangeError('The elements are nested too deep')
        open?.(localName(name), localAttributes(attributes))
      },
      onclosetag(name) {
        depth -= 1
        close?.(localName(name))
      },
      ...(text && { ontext: text }),
    },
    { xmlMode: true, decodeEntities: true },
  )
}

/** Programs choose the prefixes; names are compared in lower case. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase()

/** The id of a relation (`r:id`) is named `relation`, because elements may have an `id`, too. */
function localAttributes(attributes: Readonly<Record<string, string>>): Attributes {
  const named = Object.entries(attributes).map(([name, value]) => [
    /^\w+:id$/.test(name) ? 'relation' : localName(name),
    value,
  ])
  return Object.fromEntries(named)
}

/** Returns handlers that leave out some elements with all that is in them. */
export function without(names: ReadonlySet<string>, handlers: XmlHandlers): XmlHandlers {
  let skipped = 0
  return {
    open(name, attributes) {
      if (skipped > 0 || names.has(name)) skipped += 1
      else handlers.open?.(name, attributes)
    },
    close(name) {
      if (skipped > 0) skipped -= 1
      else handlers.close?.(name)
    },
    text(text) {
      if (skipped === 0) handlers.text?.(text)
    },
    isDone: () => handlers.isDone?.() ?? false,
  }
}

/** Whether an element such as `<w:vanish/>` switches something on. */
export const isOn = ({ val }: Attributes) => !['0', 'false', 'off', 'none'].includes(val ?? '1')
