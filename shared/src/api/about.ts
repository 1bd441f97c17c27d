import * as z from 'zod'

/** Counts up when a client of before could no longer work with the API. */
export const API_VERSION = 1

/** What a server says of itself, so that programs know whom they are talking to. */
export const About = z.object({
  product: z.literal('bidyaloy'),
  api: z.int().describe('Version of the API'),
  name: z.string().describe('What the school calls itself; empty while nobody has said'),
})
export type About = z.infer<typeof About>
