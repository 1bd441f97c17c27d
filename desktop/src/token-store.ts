/** Tokens by profile. The page never receives one. */
export interface TokenStore {
  /** Whether tokens survive a restart. */
  readonly persists: boolean
  read(profileId: string): Promise<string | null>
  /** Stores a token; if the disk write fails, it remains in memory. */
  store(profileId: string, token: string): Promise<void>
  forget(profileId: string): Promise<void>
}

/** Memory-only store for systems without a keyring: each start needs a new sign-in. */
export function createMemoryTokenStore(): TokenStore {
  const tokens = new Map<string, string>()
  return {
    persists: false,
    read: async (profileId) => tokens.get(profileId) ?? null,
    store: async (profileId, token) => void tokens.set(profileId, token),
    forget: async (profileId) => void tokens.delete(profileId),
  }
}
