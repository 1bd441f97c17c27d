/** The used part of `@koa/multer`, which ships no types. */
declare module '@koa/multer' {
  import type { Middleware } from 'koa'
  import type { DiskStorageOptions, Options, StorageEngine } from 'multer'

  interface KoaMulter {
    (options: Options & { streamHandler?: StreamHandler }): { any(): Middleware }
    diskStorage(options: DiskStorageOptions): StorageEngine
  }
  /** Pipes a request to the multipart parser. */
  export type StreamHandler = (
    req: import('node:http').IncomingMessage,
    parser: import('node:stream').Writable,
  ) => void
  const multer: KoaMulter
  export default multer
}
