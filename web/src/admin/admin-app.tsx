import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentProps, StrictMode } from 'react'
import { RouterProvider } from 'react-router-dom'
import { ReadApiProvider } from '../ui/page-context.ts'
import { Toaster, ToastProvider, type ToastStore } from '../ui/toast.tsx'
import { type AdminApi, AdminApiProvider } from './api/admin-api.ts'
import { type SignInGate, SignInGateProvider } from './api/sign-in-gate.ts'
import { SignInDialog } from './sign-in/sign-in-dialog.tsx'
import { t } from './t.ts'

interface AdminAppProps {
  api: AdminApi
  gate: SignInGate
  queryClient: QueryClient
  toasts: ToastStore
  router: ComponentProps<typeof RouterProvider>['router']
}

/** The dashboard with the contexts of its screens. */
export function AdminApp({ api, gate, queryClient, toasts, router }: AdminAppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <AdminApiProvider value={api}>
          <ReadApiProvider value={api.api}>
            <ToastProvider value={toasts}>
              <SignInGateProvider value={gate}>
                <RouterProvider router={router} />
              </SignInGateProvider>
              <SignInDialog gate={gate} />
              <Toaster label={t('toast.region')} dismissLabel={t('toast.dismiss')} />
            </ToastProvider>
          </ReadApiProvider>
        </AdminApiProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}
