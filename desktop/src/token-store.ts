/** Where the tokens of the profiles are. The page never sees one. */
export interface TokenStore {
  /** Whether tokens outlive the program. */
  readonly keeps: boolean
  read(profileId: string): Promise<string | null>
  /** Keeps as well as the system allows; a token that cannot be written is good until the end. */
  keep(profileId: string, token: string): Promise<void>
  forget(profileId: string): Promise<void>
}

/** Where the system keeps no secrets: a new sign-in after each start, nothing on the disk. */
export function createMemoryTokenStore(): TokenStore {
  const tokens = new Map<string, string>()
  return {
    keeps: false,
    read: async (profileId) => tokens.get(profileId) ?? null,
    keep: async (profileId, token) => void tokens.set(profileId, token),
    forget: async (profileId) => void tokens.delete(profileId),
  }
}
