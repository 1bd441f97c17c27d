import { config } from 'zod'

/*
 * Zod would compile its parsers with `new Function`, which the content security policy refuses
 * and reports. Schemas look at this when they are first used: import this module first.
 */
config({ jitless: true })
