/** Text of the front page's link to the routines. */
export const routineLinkCopy = { 'routine.todays': 'আজকের রুটিন' } as const
