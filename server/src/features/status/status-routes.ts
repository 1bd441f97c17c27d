import { createPrivateKey, createPublicKey, generateKeyPairSync, hkdfSync, sign } from 'node:crypto'
import { constants } from 'node:fs'
import fs from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { API_VERSION, type ServerProof, signedText } from '@bidyaloy/shared/api/about'
import type { Middleware } from 'koa'
import { type DataFolder, freeBytes } from '../../data-folder.ts'
import { assertRead } from '../../http/request.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import type { Secrets } from '../../storage/secrets.ts'
import { findSchoolName } from '../contact/contact.ts'

/** `/api/about` and the proof of identity, by which desktop apps recognise a school's server. */
export function aboutRoutes(
  router: ApiRouter,
  { serverKey, program, ...deps }: RouteDeps & { serverKey: ServerKey; program: string },
): void {
  route(router, deps, 'about', async () => {
    return {
      product: 'bidyaloy' as const,
      api: API_VERSION,
      version: program,
      name: await findSchoolName(deps.db.read),
    }
  })
  route(router, deps, 'proveServer', async ({ body }) => serverKey.prove(body.nonce))
}

interface HealthDeps {
  /** Version of the server, by which an upgrade recognises that the new one answers. */
  program: string
  db: { read: { query(statement: string): Promise<unknown> } }
  folder: Pick<DataFolder, 'root'>
  /** Renders the front page from the database; absent in a process of many schools. */
  drawFrontPage?: () => Promise<void>
}

/** Time in which the database has to answer. */
const DATABASE_MS = 2000
/** Time for which a result of `/readyz` is cached. */
const CACHE_MS = 2000

/** Time after which the front page is rendered again for `/readyz`. */
const FRONT_PAGE_MS = 30_000
/** Free bytes below which uploads and backups fail. */
const NEEDED_BYTES = 50e6

/**
 * `/healthz`: the process is alive. `/readyz`: database reachable, data folder writable, room on its
 * disk, and the front page can be rendered.
 */
export function health(deps: HealthDeps): Middleware {
  let checked = { at: Number.NEGATIVE_INFINITY, problems: Promise.resolve<string[]>([]) }
  const drawn = { at: Number.NEGATIVE_INFINITY, isRight: true }
  const drawsFrontPage = async (): Promise<boolean> => {
    const now = performance.now()
    if (!deps.drawFrontPage || now - drawn.at < FRONT_PAGE_MS) return drawn.isRight
    drawn.at = now
    drawn.isRight = await deps.drawFrontPage().then(
      () => true,
      () => false,
    )
    return drawn.isRight
  }
  const findAll = async () => {
    const problems = await findProblems(deps)
    // Without a database no page can be.
    if (problems.length === 0 && !(await drawsFrontPage())) problems.push('front page')
    return problems
  }
  const check = (): Promise<string[]> => {
    const now = performance.now()
    if (now - checked.at > CACHE_MS) checked = { at: now, problems: findAll() }
    return checked.problems
  }
  return async (ctx, next) => {
    if (ctx.path !== '/healthz' && ctx.path !== '/readyz') return next()
    assertRead(ctx)
    ctx.set('Cache-Control', 'no-store')
    if (ctx.path === '/healthz') {
      ctx.body = { status: 'ok' }
      return
    }
    const problems = await check()
    ctx.status = problems.length === 0 ? 200 : 503
    ctx.body =
      problems.length === 0
        ? { status: 'ok', version: deps.program }
        : { status: 'unavailable', problems }
  }
}

async function findProblems({ db, folder }: HealthDeps): Promise<string[]> {
  const problems: string[] = []
  const late = new AbortController()
  const timeout = wait(DATABASE_MS, 'late', { signal: late.signal }).catch(() => 'ok')
  const answer = db.read.query('SELECT 1').then(
    () => 'ok',
    () => 'error',
  )
  // A server that was cut off refuses nothing.
  if ((await Promise.race([answer, timeout])) !== 'ok') problems.push('database')
  late.abort()
  await fs
    .access(folder.root, constants.R_OK | constants.W_OK | constants.X_OK)
    .catch(() => problems.push('data folder'))
  const free = await freeBytes(folder.root).catch(() => Number.POSITIVE_INFINITY)
  if (free < NEEDED_BYTES) problems.push('disk')
  return problems
}

/**
 * The key by which desktop apps recognise this server without https. It is not part of a backup: the
 * holder of a backup must not be able to impersonate the server.
 */
export interface ServerKey {
  prove(nonce: string): ServerProof
  /** Returns 32 bytes derived from the key, for encryption; the same for the same purpose. */
  derive(purpose: string): Buffer
}

/**
 * Opens the key of a school; creates it at the first start.
 * @throws Error whose message is a single line for the operator
 */
export async function openServerKey(secrets: Secrets): Promise<ServerKey> {
  const pem = await secrets.readOrMake('server-key', () =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  )
  const privateKey = readKey(pem, secrets.place('server-key'))
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const key = der.toString('base64url')
  return {
    prove: (nonce) => ({
      key,
      signature: sign(null, Buffer.from(signedText(nonce)), privateKey).toString('base64url'),
    }),
    derive(purpose) {
      const secret = privateKey.export({ type: 'pkcs8', format: 'der' })
      return Buffer.from(hkdfSync('sha256', secret, '', `bidyaloy ${purpose}`, 32))
    },
  }
}

function readKey(pem: string, place: string) {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Reported below.
  }
  throw new Error(
    `${place} does not hold a key. Bring it back, or delete it: a new one is made at the next start, and each desktop program that connects without https has to accept it.`,
  )
}
