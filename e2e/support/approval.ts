import { createHttpApi, fetchSend } from '@bidyaloy/shared/api/http-api'
import { ADMIN, type SchoolServer } from './school-server.ts'

export const CLERK = { username: 'rahima', password: 'another long password' }

/** Adds a clerk, and switches approval on. @returns the API of the clerk, who sends what waits */
export async function withApproval({
  url,
  admin,
}: Pick<SchoolServer, 'url' | 'admin'>): Promise<SchoolServer['admin']> {
  await admin.createAdmin({ body: { ...CLERK, role: 'clerk', currentPassword: ADMIN.password } })
  const { __v, pictures, updatedAt, ...settings } = await admin.getSettings()
  await admin.updateSettings({ body: { ...settings, approval: true } })
  const send = fetchSend(url)
  const { token } = await createHttpApi(send).login({ body: CLERK })
  return createHttpApi((request) =>
    send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }),
  )
}
