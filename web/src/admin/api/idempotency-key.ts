/** Returns a random key. `crypto.randomUUID` exists only over https. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Idempotency keys of a form. Unchanged content keeps its key, so a retry after a lost response does
 * not create a second entry. Changed content gets a new key: for the old one the server would return
 * the stored response. Keys of one form differ only in the number after the dot, by which the desktop
 * app recognizes a newer version of a queued change.
 */
export class ContentKey<Content extends readonly unknown[]> {
  #form = freshKey()
  #number = 1
  #sent: Content | null = null

  /** Returns the key for `content`, whose parts are compared by identity. */
  for(content: Content): string {
    if (this.#sent?.some((part, index) => part !== content[index])) this.#number += 1
    this.#sent = content
    return `${this.#form}.${this.#number}`
  }

  /** Called after success: the next content is another entry, even if it is equal. */
  renew(): void {
    this.#form = freshKey()
    this.#number = 1
    this.#sent = null
  }
}
