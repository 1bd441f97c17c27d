import '../admin/strict-csp.ts'
import '../styles/admin.css'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { AdminApp } from '../admin/admin-app.tsx'
import { createAdminApi } from '../admin/api/admin-api.ts'
import {
  announcingSend,
  cancellingSend,
  inDesktopApp,
  progressSend,
} from '../admin/api/in-desktop-app.ts'
import { createAdminQueryClient } from '../admin/api/query-client.ts'
import { createSignInGate } from '../admin/api/sign-in-gate.ts'
import { browserSend } from '../admin/api/xhr-send.ts'
import { adminRoutes } from '../admin/routes.tsx'
import { restoreAppearance } from '../ui/appearance.tsx'
import { createToastStore } from '../ui/toast.tsx'

restoreAppearance()
const gate = createSignInGate()
const way = browserSend(window.location.protocol, async (request, sendForm) => {
  const { sendLargeFiles } = await import('../admin/uploads/large-files.ts')
  return sendLargeFiles(request, sendForm)
})
const send = announcingSend(inDesktopApp() ? progressSend(cancellingSend(way)) : way)
const queryClient = createAdminQueryClient()
const router = createBrowserRouter(adminRoutes)
const root = document.getElementById('app')
if (!root) throw new Error('admin.html has no #app')
createRoot(root).render(
  <AdminApp
    gate={gate}
    api={createAdminApi(send, gate)}
    queryClient={queryClient}
    toasts={createToastStore()}
    router={router}
  />,
)

if (inDesktopApp()) {
  void import('../admin/desktop/start-in-desktop-app.ts').then(({ startInDesktopApp }) =>
    startInDesktopApp(queryClient, (path) => {
      if (router.state.location.pathname !== path) void router.navigate(path)
    }),
  )
}
