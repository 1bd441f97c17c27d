/**
 * @typedef {object} Effort
 * @property {number} rounds measurements of each value; the median is used
 * @property {number} seconds duration of one round of load
 * @property {boolean} short whether to use small amounts
 */

/** @type {Effort} */
export const FULL = { rounds: 5, seconds: 3, short: false }

/** Fast but noisy. @type {Effort} */
export const SHORT = { rounds: 3, seconds: 1, short: true }
