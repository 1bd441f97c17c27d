/* Shared by all rooms of the server. */
/** Returns the current time; tests pass their own. */
export type Clock = () => Date

/** The system clock. */
export const systemClock: Clock = () => new Date()
