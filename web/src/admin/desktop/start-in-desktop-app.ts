import {
  desktopPaths,
  OPEN_REQUEST_EVENT,
  OpenRequests,
} from '@bidyaloy/shared/desktop/desktop-api'
import { desktopScreens } from '@bidyaloy/shared/desktop/screen-paths'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { outboxQuery, refetchSchool } from '../desktop-state/desktop-api.ts'
import { openedFiles } from '../entries/opened-files.ts'

/** Starts what the dashboard does in the background in the desktop app. */
export function startInDesktopApp(queryClient: QueryClient, goTo: GoTo): void {
  watchOutbox(queryClient)
  followOpenRequests(goTo)
}

/** Navigates to a screen; asks first if there is unsaved work. */
type GoTo = (path: string) => void

/** Handles the open requests of the desktop app, now and whenever one arrives. */
function followOpenRequests(goTo: GoTo): void {
  let last = Promise.resolve()
  const handle = () => {
    // One run at a time, so that no request is handled twice.
    last = last.then(() => handleAll(goTo)).catch(() => undefined)
  }
  window.addEventListener(OPEN_REQUEST_EVENT, handle)
  handle()
}

async function handleAll(goTo: GoTo): Promise<void> {
  const response = await fetch(desktopPaths.given)
  for (const request of OpenRequests.parse(await response.json())) {
    const path = `${desktopPaths.given}/${request.id}`
    if (request.kind === 'screen') goTo(request.path)
    else {
      const file = await fetch(path)
      // The file may have been deleted meanwhile.
      if (file.ok) {
        openedFiles.add(new File([await file.blob()], request.name, { type: request.type }))
        goTo(desktopScreens.newNotice)
      }
    }
    await fetch(path, { method: 'DELETE' })
  }
}

/** Refetches the school's data when changes have been sent. */
function watchOutbox(queryClient: QueryClient): void {
  let before: readonly number[] = []
  new QueryObserver(queryClient, outboxQuery).subscribe(({ data }) => {
    if (!data) return
    const waiting = data.filter(({ state }) => state !== 'sent').map(({ seq }) => seq)
    const wereSent = before.some((seq) => !waiting.includes(seq))
    before = waiting
    if (wereSent) void refetchSchool(queryClient)
  })
}
