/* Addresses of the people. */

export const pages = { people: '/people' } as const
