/**
 * All benchmark groups in order. Each module exports `measure(effort, school): Promise<Row[]>` (see
 * `rows.mjs`, `effort.mjs`), and as `server` what `startSchool` gets for `school`. A group without `server`
 * starts its own.
 */
export const groups = {
  requests: () => import('./requests.mjs'),
  writes: () => import('./writes.mjs'),
  files: () => import('./files.mjs'),
  'large-files': () => import('./large-files.mjs'),
  growth: () => import('./growth.mjs'),
  urgent: () => import('./urgent.mjs'),
  engines: () => import('./engines.mjs'),
  schools: () => import('./schools.mjs'),
  push: () => import('./push.mjs'),
  readers: () => import('./readers.mjs'),
  search: () => import('./search.mjs'),
  verify: () => import('./verify.mjs'),
  results: () => import('./results.mjs'),
  bijoy: () => import('./bijoy.mjs'),
  creates: () => import('./creates.mjs'),
  photos: () => import('./photos.mjs'),
  sheets: () => import('./sheets.mjs'),
  'move-in': () => import('./move-in.mjs'),
  start: () => import('./start.mjs'),
  memory: () => import('./memory.mjs'),
  hostile: () => import('./hostile.mjs'),
  flood: () => import('./flood.mjs'),
  pages: () => import('./pages.mjs'),
  papers: () => import('./papers.mjs'),
  reading: () => import('./reading.mjs'),
  desktop: () => import('./desktop.mjs'),
}
