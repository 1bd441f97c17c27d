import { EventEmitter } from 'node:events'

type Answer = (request: Request) => Promise<Response>
type BeforeRequest = (
  details: { url: string; resourceType: string },
  answer: (response: { cancel: boolean }) => void,
) => void

type Handler = ((...words: never[]) => unknown) | null

class SessionDouble extends EventEmitter {
  permissionRequest: Handler = null
  permissionCheck: Handler = null
  devicePermission: Handler = null
  spellCheck = true
  handlers = new Map<string, Answer>()
  watched: string[] = []
  beforeRequest: BeforeRequest | null = null
  fetch = (input: string, init?: RequestInit) => fetch(input, init)
  setPermissionRequestHandler(handler: Handler): void {
    this.permissionRequest = handler
  }
  setPermissionCheckHandler(handler: Handler): void {
    this.permissionCheck = handler
  }
  setDevicePermissionHandler(handler: Handler): void {
    this.devicePermission = handler
  }
  setSpellCheckerEnabled(enabled: boolean): void {
    this.spellCheck = enabled
  }
  readonly protocol = {
    handle: (scheme: string, answer: Answer) => void this.handlers.set(scheme, answer),
  }
  readonly webRequest = {
    onBeforeRequest: ({ urls }: { urls: string[] }, handler: BeforeRequest) => {
      this.watched = urls
      this.beforeRequest = handler
    },
  }
}
/** The sessions of the program's pages. */
export const session = {
  defaultSession: new SessionDouble(),
  fromPartition: (_name: string) => new SessionDouble(),
}

/** What the program's page gets: `address` as its own scheme has it. */
export function pageFetch(address: string, init?: RequestInit): Promise<Response> {
  const { protocol: scheme } = new URL(address)
  const answer = session.defaultSession.handlers.get(scheme.slice(0, -1))
  if (!answer) throw new TypeError(`no handler for ${scheme}`)
  return answer(new Request(address, init))
}
