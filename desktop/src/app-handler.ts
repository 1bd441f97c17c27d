import type { createBundleFiles } from './bundle-files.ts'
import type { DesktopApp } from './desktop-app.ts'
import { readPageRequest } from './forward.ts'
import { createLocalRoutes } from './local-routes.ts'
import type { OpenRequests } from './open-requests.ts'
import type { Report } from './school/school.ts'

interface AppHandlerPorts {
  bundle: ReturnType<typeof createBundleFiles>
  app: DesktopApp
  openRequests: OpenRequests
  report: Report
}

/** Paths of the school's server. */
const SERVER_PATHS = /^\/(api|uploads|gallery-uploads)\/|^\/TeacherInformation\.html$/

/**
 * Handles every request of the app's page: the bundled dashboard, the school's server behind its
 * outbox, and `/desktop/*`. Pure: it depends on neither Electron nor a network of its own.
 */
export function createAppHandler({
  bundle,
  app,
  openRequests,
  report,
}: AppHandlerPorts): (request: Request) => Promise<Response> {
  const local = createLocalRoutes(app, openRequests)
  return async (request) => {
    try {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/desktop/')) return await local(await readPageRequest(request))
      if (SERVER_PATHS.test(pathname)) {
        const school = app.school()
        return school
          ? inert(await school.respond(await readPageRequest(request)))
          : Response.error()
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
      }
      return (await bundle(pathname)) ?? new Response(null, { status: 404 })
    } catch (error) {
      report('a request failed', error)
      return Response.error()
    }
  }
}

/** Sandboxes the server's documents, which share the page's origin: their scripts never run. */
function inert(response: Response): Response {
  if (response.type === 'error') return response
  const headers = new Headers(response.headers)
  headers.set('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
  headers.set('x-content-type-options', 'nosniff')
  const { body, status, statusText } = response
  return new Response(body, { status, statusText, headers })
}
