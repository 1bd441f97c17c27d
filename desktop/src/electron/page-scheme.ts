import { protocol, type Session } from 'electron'
import { PAGE_HOST, PAGE_SCHEME } from '../outside-address.ts'

/** To be called before the program is ready: gives the page an origin like that of a website. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: PAGE_SCHEME,
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        // Without it, a page of another origin could read what the handler answers.
        corsEnabled: true,
        stream: true,
        codeCache: true,
      },
    },
  ])
}

/** Answers every request below `app://school/`; there is no other host. */
export function servePage(session: Session, answer: (request: Request) => Promise<Response>): void {
  session.protocol.handle(PAGE_SCHEME, async (request) =>
    new URL(request.url).host === PAGE_HOST ? answer(request) : new Response(null, { status: 404 }),
  )
}
