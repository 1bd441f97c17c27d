/** Bytes of each end of a file that its fingerprint is made of. */
const END_BYTES = 65_536

/**
 * Returns a text by which a file is recognised when it is chosen again: its size and a hash of its
 * beginning and end, whatever its name. A photo begins with its time and a preview.
 */
export async function fingerprintOf(file: File): Promise<string> {
  try {
    const start = await file.slice(0, END_BYTES).arrayBuffer()
    const end = await file.slice(-END_BYTES).arrayBuffer()
    return `${file.size}-${hash(new Uint8Array(start))}-${hash(new Uint8Array(end))}`
  } catch {
    // Unreadable; preparing it for sending reports that.
    return `${file.size}-${file.lastModified}-${file.name}`
  }
}

/** FNV-1a in two halves. `crypto.subtle` exists only over https. */
function hash(bytes: Uint8Array): string {
  let low = 0x811c9dc5
  let high = 0x9e3779b9
  for (const byte of bytes) {
    low = Math.imul(low ^ byte, 0x01000193)
    high = Math.imul(high ^ byte, 0x85ebca6b)
  }
  return [low, high].map((half) => (half >>> 0).toString(36)).join('.')
}
