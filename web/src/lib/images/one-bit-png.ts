const MAGIC = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** Place of the pixels: after the magic, the head's chunk, and length and name of the next. */
const DATA = 8 + 25 + 8

/** Writes a black-and-white picture as PNG: rows of whole bytes, 1 is white. */
export async function writeOneBitPng(
  bits: Uint8Array,
  width: number,
  height: number,
): Promise<Blob> {
  const rowBytes = Math.ceil(width / 8)
  const filtered = new Uint8Array((rowBytes + 1) * height)
  for (let y = 0; y < height; y += 1) {
    filtered.set(bits.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1)
  }
  const head = new Uint8Array(13)
  const view = new DataView(head.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  // One bit per pixel, grey.
  head[8] = 1
  const packed = await throughStream(filtered, new CompressionStream('deflate'))
  const parts = [chunk('IHDR', head), chunk('IDAT', packed), chunk('IEND', new Uint8Array())]
  return new Blob([MAGIC, ...parts], { type: 'image/png' })
}

/** Reads the bits of a PNG that `writeOneBitPng` has written. */
export async function readOneBitPng(png: Blob): Promise<Uint8Array> {
  const bytes = new Uint8Array(await png.arrayBuffer())
  const view = new DataView(bytes.buffer)
  const rowBytes = Math.ceil(view.getUint32(16) / 8)
  const height = view.getUint32(20)
  const filtered = await throughStream(
    bytes.slice(DATA, DATA + view.getUint32(DATA - 8)),
    new DecompressionStream('deflate'),
  )
  const bits = new Uint8Array(rowBytes * height)
  for (let y = 0; y < height; y += 1) {
    const start = y * (rowBytes + 1) + 1
    bits.set(filtered.subarray(start, start + rowBytes), y * rowBytes)
  }
  return bits
}

async function throughStream(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const result = new Blob([bytes]).stream().pipeThrough(stream)
  return new Uint8Array(await new Response(result).arrayBuffer())
}

function chunk(name: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, content.length)
  bytes.set(new TextEncoder().encode(name), 4)
  bytes.set(content, 8)
  view.setUint32(content.length + 8, checksum(bytes.subarray(4, content.length + 8)))
  return bytes
}

/** CRC-32. */
function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}
