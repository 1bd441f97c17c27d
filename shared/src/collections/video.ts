import { parseUrl } from '../web-address.ts'

const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/
const HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtu.be'])

/**
 * Returns the 11-character id of an https YouTube link (`watch?v=`, `youtu.be/`, `/embed/`,
 * `/shorts/`, `/live/`); null for any other link.
 */
export function videoIdOf(link: string): string | null {
  const url = parseUrl(link)
  if (!url) return null
  const { protocol, hostname, pathname, searchParams, username, password, port } = url
  if (protocol !== 'https:' || username || password || port || !HOSTS.has(hostname)) return null
  const [first, second] = pathname.split('/').filter(Boolean)
  const id =
    hostname === 'youtu.be'
      ? first
      : first === 'watch'
        ? searchParams.get('v')
        : first && ['embed', 'shorts', 'live'].includes(first)
          ? second
          : null
  return id && VIDEO_ID.test(id) ? id : null
}

/** Builds the watch URL of a video id. */
export function videoWatchUrl(videoId: string): string {
  return `https://www.youtube.com/watch?v=${videoId}`
}

/** Origin of the previews of videos, which only the server asks. */
export const VIDEO_PICTURE_ORIGIN = 'https://i.ytimg.com'

/** Returns the path of a video's preview of 320×180 pixels at the origin of previews. */
export function videoPicturePath(videoId: string): string {
  return `/vi/${videoId}/mqdefault.jpg`
}
