/**
 * What can be measured, in the order in which it is. Each module exports
 * `measure(effort): Promise<Row[]>` (see `rows.mjs`, `effort.mjs`).
 */
export const groups = {
  requests: () => import('./requests.mjs'),
  growth: () => import('./growth.mjs'),
  memory: () => import('./memory.mjs'),
}
