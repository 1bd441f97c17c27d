import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { type ServerProof, signedText } from '@bidyaloy/shared/api/about'
import type { DataFolder } from '../../data-folder.ts'
import { isNodeError } from '../../node-error.ts'
import { atomicMove } from '../../storage/atomic-move.ts'

/**
 * The key by which desktop programs know this server again where there is no https. It is no part
 * of a backup: whoever has one must not be able to pose as the server.
 */
export interface ServerKey {
  prove(nonce: string): ServerProof
}

/**
 * Opens the key of a data folder; makes it at the first start.
 * @throws Error whose message is a single line for the operator
 */
export async function openServerKey({
  root,
  serverKeyFile: file,
}: Pick<DataFolder, 'root' | 'serverKeyFile'>): Promise<ServerKey> {
  let pem = await fs.readFile(file, 'utf8').catch((error: unknown) => {
    if (isNodeError(error, 'ENOENT')) return null
    throw error
  })
  if (pem === null) {
    pem = generateKeyPairSync('ed25519')
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString()
    const fresh = `${file}.new`
    await fs.rm(fresh, { force: true })
    await fs.writeFile(fresh, pem, { mode: 0o600, flag: 'wx' })
    await atomicMove(root, [{ from: fresh, to: path.basename(file) }])
  }
  const privateKey = readKey(pem, file)
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const key = der.toString('base64url')
  return {
    prove: (nonce) => ({
      key,
      signature: sign(null, Buffer.from(signedText(nonce)), privateKey).toString('base64url'),
    }),
  }
}

function readKey(pem: string, file: string) {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Said below.
  }
  throw new Error(
    `${file} does not hold a key. Bring it back, or delete it: a new one is made at the next start, and each desktop program that connects without https has to accept it.`,
  )
}
