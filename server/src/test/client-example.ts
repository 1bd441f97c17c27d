import { ApiError } from '@bidyaloy/shared/api/api'
import { createHttpApi, fetchSend } from '@bidyaloy/shared/api/http-api'

/** The example of `docs/api.md`: signs in and publishes a notice. */
export async function publishNotice(url: string, password: string, title: string, file: File) {
  const send = fetchSend(url)
  const { token } = await createHttpApi(send).login({ body: { username: 'admin', password } })
  const signedIn = { authorization: `Bearer ${token}` }
  const api = createHttpApi((r) => send({ ...r, headers: { ...r.headers, ...signedIn } }))
  const notice = { params: { collection: 'notices' }, body: { title }, file } as const
  const idempotencyKey = crypto.randomUUID()
  const publish = () => api.createEntry(notice, { idempotencyKey })
  return publish().catch((e: unknown) => {
    if (e instanceof ApiError && e.code === 'offline') return publish()
    throw e
  })
}
