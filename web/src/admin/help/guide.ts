import pictureSizes from '../../../../docs/pictures/sizes.json'
import { type HelpTopic, helpTopics } from '../components/help-topics.ts'
import { type GuideText, readGuideText } from './guide-pieces.ts'

/** A topic and its name. */
export interface GuideTopic extends GuideText {
  name: HelpTopic
}

interface GuidePicture {
  src: string
  /** In the pixels of the page. */
  width: number
  height: number
}

/** The folder is the one source, for readers of the repository and of the dashboard alike. */
const texts = import.meta.glob<string>('../../../../docs/bn/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const pictures = import.meta.glob<string>('../../../../docs/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

function isTopic(name: string): name is HelpTopic {
  return Object.hasOwn(helpTopics, name)
}

const names = Object.keys(helpTopics).filter(isTopic)

/** All topics, in the order in which they are read. */
export const guide: readonly GuideTopic[] = names.map((name) => {
  const text = texts[`../../../../docs/bn/${name}.md`]
  if (text === undefined) throw new Error(`The guide lacks ${name}`)
  return { name, ...readGuideText(text) }
})

/** The topic that an address or a link in the guide names, or undefined. */
export function findTopic(name: string | undefined): GuideTopic | undefined {
  return guide.find((topic) => topic.name === name)
}

const sizes: Readonly<Record<string, { width: number; height: number } | undefined>> = pictureSizes

/** A picture of the guide; throws where there is none of that name. @param file such as `notices.webp` */
export function guidePicture(file: string): GuidePicture {
  const src = pictures[`../../../../docs/pictures/${file}`]
  const size = sizes[file]
  if (src === undefined || size === undefined)
    throw new Error(`The guide lacks the picture ${file}`)
  return { src, ...size }
}
