import {
  desktopPaths,
  OPEN_REQUEST_EVENT,
  type OpenRequest,
  OpenRequests,
} from '@bidyaloy/shared/desktop/desktop-api'
import { desktopScreens } from '@bidyaloy/shared/desktop/screen-paths'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { outboxQuery, refetchSchool } from '../desktop-state/desktop-api.ts'
import { openedFiles } from '../entries/opened-files.ts'

/** What the dashboard does beside its screens when it runs in the desktop program. */
export function startInDesktopApp(queryClient: QueryClient, goTo: GoTo): void {
  watchOutbox(queryClient)
  followOpenRequests(goTo)
}

/** Leads to a screen; who has unsaved work there is asked first. */
type GoTo = (path: string) => void

/** Opens the screens and takes the files that the program was handed, now and from now on. */
function followOpenRequests(goTo: GoTo): void {
  let last = Promise.resolve()
  const look = () => {
    // One after the other: nothing is taken twice.
    last = last.then(() => takeAll(goTo)).catch(() => undefined)
  }
  window.addEventListener(OPEN_REQUEST_EVENT, look)
  look()
}

async function takeAll(goTo: GoTo): Promise<void> {
  const answer = await fetch(desktopPaths.given)
  for (const thing of OpenRequests.parse(await answer.json())) {
    if (thing.kind === 'screen') goTo(thing.path)
    else {
      const file = await fileOf(thing)
      if (file) {
        openedFiles.add(file)
        goTo(desktopScreens.newNotice)
      }
    }
    await fetch(`${desktopPaths.given}/${thing.id}`, { method: 'DELETE' })
  }
}

/** Null where the file is no longer there. */
async function fileOf({
  id,
  name,
  type,
}: Extract<OpenRequest, { kind: 'file' }>): Promise<File | null> {
  const answer = await fetch(`${desktopPaths.given}/${id}`)
  return answer.ok ? new File([await answer.blob()], name, { type }) : null
}

/** Has the screens read anew what changes have arrived at the server. */
function watchOutbox(queryClient: QueryClient): void {
  let before: readonly number[] = []
  new QueryObserver(queryClient, outboxQuery).subscribe(({ data }) => {
    if (!data) return
    const waiting = data.filter(({ state }) => state !== 'sent').map(({ seq }) => seq)
    const someWent = before.some((seq) => !waiting.includes(seq))
    before = waiting
    if (someWent) void refetchSchool(queryClient)
  })
}
