import { publish } from './publish.mjs'
import { signIn } from './servers.mjs'

const PHOTOS = 24

/** Fills the sample school's gallery up to 24 photos. @returns the pages to measure */
export async function samplePages(school) {
  const { url } = school
  const headers = await signIn(school)
  const listed = async (collection) => (await fetch(`${url}/api/${collection}`)).json()
  const photos = (await listed('main-gallery')).filter(({ filePath }) => filePath)
  for (let count = photos.length; count < PHOTOS; count += 1) {
    const { filePath, title } = photos[count % photos.length]
    const bytes = await (await fetch(`${url}/${filePath}`)).blob()
    const photo = { title: `${title} (${count})`, bytes, name: 'photo.jpg' }
    await publish(school, headers, 'main-gallery', photo)
  }
  const notice = (await listed('notices')).find(({ mimeType }) => mimeType === 'application/pdf')
  return [
    { name: 'front page', url: `${url}/` },
    { name: 'list of notices', url: `${url}/allNotices` },
    { name: 'notice with a PDF', url: `${url}/n/${notice._id}` },
    { name: `gallery of ${PHOTOS}`, url: `${url}/photo-gallery` },
  ]
}
