/**
 * @typedef {object} Effort
 * @property {number} rounds how often each figure is taken; the median counts
 * @property {number} seconds how long one round of load lasts
 * @property {boolean} short whether somebody only tries something: then amounts are small, too
 */

/** @type {Effort} */
export const FULL = { rounds: 5, seconds: 3, short: false }

/** For trying: the figures jump, but soon. @type {Effort} */
export const SHORT = { rounds: 3, seconds: 1, short: true }
