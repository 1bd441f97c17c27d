import { config } from 'zod'

/*
 * Zod would compile its parsers with `new Function`, which the content security policy blocks and
 * reports. Schemas read this setting when they are first used: import this module first.
 */
config({ jitless: true })
