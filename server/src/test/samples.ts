/**
 * Whether tests with many samples of one kind take all of them, as `npm run test:stress` has them do.
 * `npm test` takes some, so that it ends in time.
 */
export const TAKES_ALL = process.env.TEST_SAMPLES === 'all'
