/*
 * Every document carries the note «অফলাইন», hidden. The service worker lets it be seen on the
 * documents that it hands out without a connection; so it is there without script as well.
 */
const OFFLINE_NOTE = '<p class="offline-note" role="status"'
export const HIDDEN_OFFLINE_NOTE = `${OFFLINE_NOTE} hidden>`
export const SHOWN_OFFLINE_NOTE = `${OFFLINE_NOTE}>`
