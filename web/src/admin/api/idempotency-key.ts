/** A key that the server has not seen. `crypto.randomUUID` exists only over https. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Gives each content of a form its key: sent again unchanged it keeps the key, so that an answer
 * lost on the way makes no second entry; changed, it gets a new one, since the server would
 * answer the old key with what it stored before the change. Keys of one form differ in the number
 * behind the point: by that the desktop program knows what was written anew.
 */
export class ContentKey<Content extends readonly unknown[]> {
  #form = freshKey()
  #number = 1
  #sent: Content | null = null

  /** The key to send `content` with. Parts are compared by identity. */
  for(content: Content): string {
    if (this.#sent?.some((part, index) => part !== content[index])) this.#number += 1
    this.#sent = content
    return `${this.#form}.${this.#number}`
  }

  /** After success: the next content is another entry, even if it looks the same. */
  renew(): void {
    this.#form = freshKey()
    this.#number = 1
    this.#sent = null
  }
}
