/** Key of the chosen alerts in `localStorage`. Apart from the subscription, which is loaded on demand. */
export const ALERTS_KEY = 'alerts'
