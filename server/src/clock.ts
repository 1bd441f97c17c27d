/** Tells the moment; tests hand in their own. */
export type Clock = () => Date

/** The machine's own clock. */
export const systemClock: Clock = () => new Date()
