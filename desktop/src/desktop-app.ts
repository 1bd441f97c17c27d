import { createHash } from 'node:crypto'
import path from 'node:path'
import { About, API_VERSION } from '@bidyaloy/shared/api/about'
import type { DesktopState, Profile, TriedAddress } from '@bidyaloy/shared/desktop/desktop-api'
import { parseUrl } from '@bidyaloy/shared/web-address'
import { createForward, type Forward, readJson } from './forward.ts'
import { countWaiting } from './outbox/outbox-store.ts'
import {
  accountName,
  deviceToken,
  OUTBOX_FOLDER,
  openSchool,
  type Report,
  type School,
  type SchoolOptions,
} from './school/school.ts'
import { needsProof, requestProof } from './school/server-identity.ts'
import type { SettingsFile } from './settings-file.ts'
import type { TokenStore } from './token-store.ts'

interface DesktopAppOptions {
  version: string
  /** The app's data folder, with `profiles/<id>/` for each site. */
  folder: string
  settings: SettingsFile
  tokens: TokenStore
  report: Report
  onAllSent?: () => void
  /** Called after the current site has changed. */
  onSwitch?: () => void
  school?: Pick<SchoolOptions, 'fetch' | 'backoff' | 'offlineTimeoutMs'>
}

/** The app behind its page: the known sites and the current one. */
export interface DesktopApp {
  state(): DesktopState
  /** The current site; null before the first connection. */
  school(): School | null
  /**
   * Tries an address; a site that responds becomes the current one.
   * @param acceptKey a changed server key that the user has accepted
   */
  tryAddress(typed: string, acceptKey?: string): Promise<TriedAddress>
  /** Switches to a profile. Returns false for an unknown id. */
  use(profileId: string): Promise<boolean>
  /** Removes a site and its token. Returns false while it has pending changes or is unknown. */
  forget(profileId: string): Promise<boolean>
  close(): Promise<void>
}

/** Opens the last used site, whose outbox starts sending, and counts pending changes of others. */
export async function openDesktopApp({
  version,
  folder,
  settings,
  tokens,
  report,
  onAllSent = () => undefined,
  onSwitch = () => undefined,
  school: schoolOptions = {},
}: DesktopAppOptions): Promise<DesktopApp> {
  let school: School | null = null
  /** Pending changes of the other sites, by profile id. */
  const elsewhere = new Map<string, number>()
  const folderOf = (id: string) => path.join(folder, 'profiles', id)

  const open = async (profile: Profile) => {
    const before = school
    school = null
    if (before) {
      await before.close()
      elsewhere.set(before.profile.id, before.outbox.view().items.length)
    }
    elsewhere.delete(profile.id)
    school = await openSchool({
      ...schoolOptions,
      profile,
      folder: folderOf(profile.id),
      tokens,
      async pin(key) {
        const withKey = (one: Profile) => (one.id === profile.id ? { ...one, key } : one)
        await settings.change({ profiles: settings.read().profiles.map(withKey) })
      },
      report,
      onAllSent,
    })
    await settings.change({ current: profile.id })
    onSwitch()
  }

  const { profiles, current } = settings.read()
  for (const { id } of profiles) {
    elsewhere.set(id, await countWaiting(path.join(folderOf(id), OUTBOX_FOLDER)))
  }
  const last = profiles.find(({ id }) => id === current) ?? profiles[0]
  if (last) await open(last)

  return {
    state() {
      const { profiles, current } = settings.read()
      const view = school?.outbox.view()
      school?.connection.probe()
      return {
        version,
        profiles,
        current: school ? current : null,
        hasIdentityChanged: school?.hasIdentityChanged() ?? false,
        serverAnswers: school?.connection.isOnline() ?? true,
        lastAnswerAt: school?.connection.lastResponseAt() ?? null,
        keepsSignIn: tokens.persists,
        needsSignIn: view?.needsSignIn ?? false,
        waiting: view?.items.length ?? 0,
        waitingAt: Object.fromEntries(elsewhere),
        unread: [...(school?.unread() ?? [])],
        attention: view?.items.filter(({ refusal }) => refusal !== null).length ?? 0,
      }
    },
    school: () => school,
    async tryAddress(typed, acceptKey) {
      const read = readAddress(typed)
      if (!read.ok) return { result: 'refused', reason: read.reason }
      const found = await findServer(read.address, acceptKey, {
        settings,
        tokens,
        fetch: schoolOptions.fetch,
      })
      if ('result' in found) return found
      const { id, name, proof } = found
      const { profiles } = settings.read()
      const profile = { id, address: read.address, name, ...proof }
      const others = profiles.filter((one) => one.id !== id)
      await settings.change({ profiles: [...others, profile] })
      await open(profile)
      return { result: 'found', profile, open: read.open }
    },
    async use(profileId) {
      const profile = settings.read().profiles.find(({ id }) => id === profileId)
      if (profile && school?.profile.id !== profileId) await open(profile)
      return profile !== undefined
    },
    async forget(profileId) {
      const { profiles } = settings.read()
      if (!profiles.some(({ id }) => id === profileId)) return false
      const isOpen = school?.profile.id === profileId
      const waiting = isOpen ? school?.outbox.view().items.length : elsewhere.get(profileId)
      if (waiting) return false
      if (isOpen) {
        await school?.close()
        school = null
      }
      elsewhere.delete(profileId)
      await tokens.forget(profileId)
      await tokens.forget(deviceToken(profileId))
      await tokens.forget(accountName(profileId))
      const left = profiles.filter(({ id }) => id !== profileId)
      await settings.change({ profiles: left, ...(!school && { current: null }) })
      const [next] = left
      if (!school && next) await open(next)
      else onSwitch()
      return true
    },
    async close() {
      await school?.close()
    },
  }
}

interface FoundServer {
  id: string
  name: string
  /** Null with https. */
  proof: { key: string } | null
}

/** Probes the server at an address, which must prove its identity without https. */
async function findServer(
  address: string,
  acceptKey: string | undefined,
  {
    settings,
    tokens,
    fetch,
  }: Pick<DesktopAppOptions, 'settings' | 'tokens'> & Pick<SchoolOptions, 'fetch'>,
): Promise<FoundServer | Exclude<TriedAddress, { result: 'found' }>> {
  const forward = createForward({ address, token: async () => null, fetch })
  const found = await probeServer(forward)
  if ('reason' in found) return { result: 'refused', reason: found.reason }
  const id = profileId(address)
  const { profiles } = settings.read()
  const proof = needsProof(address) ? await requestProof(forward) : null
  if (proof === 'no-answer') return { result: 'refused', reason: proof }
  // Without https, a server too old to prove its identity could be an impostor.
  if (proof === 'no-proof') return { result: 'refused', reason: 'other-version' }
  const before = profiles.find((one) => one.id === id)?.key
  if (proof && before !== undefined && before !== proof.key) {
    if (acceptKey !== proof.key) {
      return { result: 'other-key', address, key: proof.key }
    }
    // The tokens were issued by the previous server.
    await tokens.forget(id)
    await tokens.forget(deviceToken(id))
  }
  return { id, name: found.name, proof }
}

/** Derives the id from the address, so a removed site finds its folder when added again. */
function profileId(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 16)
}

type ProbeResult = { name: string } | { reason: 'no-answer' | 'other-server' | 'other-version' }

/** Size limit of the `about` response, in bytes. */
const MAX_ABOUT = 64 * 1024

/** Fetches `about` and checks product and API version. */
async function probeServer(forward: Forward): Promise<ProbeResult> {
  const response = await forward({ method: 'GET', path: '/api/about', withoutToken: true })
  if (!response) return { reason: 'no-answer' }
  const about = About.safeParse(await readJson(response, MAX_ABOUT))
  if (!about.success) return { reason: 'other-server' }
  return about.data.api === API_VERSION ? { name: about.data.name } : { reason: 'other-version' }
}

/** A parsed address, or why it was rejected. `open`: plain http that others can read. */
type ReadAddress =
  | { ok: true; address: string; open: boolean }
  | { ok: false; reason: 'malformed' | 'not-secure' }

/**
 * Parses a typed address to an origin: `school.example.bd` means https. Allows http only for this
 * computer and private networks, which cannot get a certificate.
 */
function readAddress(typed: string): ReadAddress {
  const text = typed.trim()
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const bare = hasScheme ? text.replace(/^[a-z]+:\/\//i, '') : text
  const host = bare.split(/[/?#]/)[0] ?? ''
  const guess = isPrivate(hostName(host)) ? `http://${text}` : `https://${text}`
  const candidate = hasScheme ? text : guess
  const url = parseUrl(candidate)
  if (!url) return { ok: false, reason: 'malformed' }
  if (!['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    return { ok: false, reason: 'malformed' }
  }
  if (url.protocol === 'https:') return { ok: true, address: url.origin, open: false }
  if (!isPrivate(url.hostname)) return { ok: false, reason: 'not-secure' }
  return { ok: true, address: url.origin, open: !isThisComputer(url.hostname) }
}

const hostName = (host: string) =>
  host.startsWith('[') ? host.replace(/\].*$/, ']') : host.replace(/:\d+$/, '')

function isThisComputer(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host)
}

/** RFC 1918, link-local and unique local addresses, and local network names. */
function isPrivate(host: string): boolean {
  return (
    isThisComputer(host) ||
    /^10(\.\d{1,3}){3}$/.test(host) ||
    /^192\.168(\.\d{1,3}){2}$/.test(host) ||
    /^172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}$/.test(host) ||
    /^169\.254(\.\d{1,3}){2}$/.test(host) ||
    /^\[(fe80|f[cd][0-9a-f]{2}):/i.test(host) ||
    /\.(local|lan|home\.arpa)$/i.test(host)
  )
}
