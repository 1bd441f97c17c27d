/** What is used of `@koa/multer`, which ships no types: multer's, with Koa middleware. */
declare module '@koa/multer' {
  import type { Middleware } from 'koa'
  import type { DiskStorageOptions, Options, StorageEngine } from 'multer'

  interface KoaMulter {
    (options: Options & { streamHandler?: StreamHandler }): { any(): Middleware }
    diskStorage(options: DiskStorageOptions): StorageEngine
  }
  /** Feeds a request to the parser of its parts. */
  export type StreamHandler = (
    req: import('node:http').IncomingMessage,
    parser: import('node:stream').Writable,
  ) => void
  const multer: KoaMulter
  export default multer
}
