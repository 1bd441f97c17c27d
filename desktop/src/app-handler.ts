import type { createBundleFiles } from './bundle-files.ts'
import type { DesktopApp } from './desktop-app.ts'
import { readPageRequest } from './forward.ts'
import { createLocalRoutes } from './local-routes.ts'
import type { OpenRequests } from './open-requests.ts'
import type { Report } from './school/school.ts'

interface AppHandlerPorts {
  bundle: ReturnType<typeof createBundleFiles>
  app: DesktopApp
  given: OpenRequests
  report: Report
}

/** Addresses that belong to the school's server. */
const OF_THE_SCHOOL = /^\/(api|uploads|gallery-uploads)\/|^\/TeacherInformation\.html$/

/**
 * Answers every request of the program's page: the packed dashboard, the school's server behind its
 * outbox, and the program's own affairs. Pure: it knows neither Electron nor a network of its own.
 */
export function createAppHandler({
  bundle,
  app,
  given,
  report,
}: AppHandlerPorts): (request: Request) => Promise<Response> {
  const local = createLocalRoutes(app, given)
  return async (request) => {
    try {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/desktop/')) return await local(await readPageRequest(request))
      if (OF_THE_SCHOOL.test(pathname)) {
        const school = app.school()
        return school
          ? inert(await school.answer(await readPageRequest(request)))
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

/** A document of the server's shares the page's origin: whoever opens it gets no script of it. */
function inert(answer: Response): Response {
  if (answer.type === 'error') return answer
  const headers = new Headers(answer.headers)
  headers.set('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
  headers.set('x-content-type-options', 'nosniff')
  const { body, status, statusText } = answer
  return new Response(body, { status, statusText, headers })
}
