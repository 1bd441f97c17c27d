import { createElement, Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../../ui/icon.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { guidePicture } from './guide.ts'
import type { GuidePart, GuidePiece } from './guide-pieces.ts'

/** Returns the id of a section's heading. @param section counted from 1 */
export const sectionId = (section: number): string => `section-${section}`

/** The text of a topic below its title. */
export function GuideTextView({ pieces }: { pieces: readonly GuidePiece[] }) {
  let section = 0
  // Spread as children, which need no keys: the pieces of a topic never change.
  return createElement(
    Fragment,
    null,
    ...pieces.map((piece) => {
      if (piece.kind === 'heading') section += 1
      return renderPiece(piece, section)
    }),
  )
}

function renderPiece(piece: GuidePiece, section: number): ReactNode {
  switch (piece.kind) {
    case 'heading':
      return (
        <h2 id={sectionId(section)} tabIndex={-1}>
          {piece.text}
        </h2>
      )
    case 'paragraph':
      return createElement('p', null, ...piece.parts.map(renderPart))
    case 'advice':
      return (
        <div className="guide__advice">
          <Icon name="info" />
          {createElement('p', null, ...piece.parts.map(renderPart))}
        </div>
      )
    case 'picture':
      return <Picture file={piece.file} text={piece.text} />
    default:
      return createElement(
        piece.kind === 'steps' ? 'ol' : 'ul',
        { className: `guide__${piece.kind}` },
        ...piece.items.map((parts) =>
          createElement('li', null, createElement('div', null, ...parts.map(renderPart))),
        ),
      )
  }
}

function renderPart(part: GuidePart): ReactNode {
  if (part.kind === 'link') return <GuideLink {...part} />
  return part.kind === 'name' ? <b className="guide__name">{part.text}</b> : part.text
}

function GuideLink({ text, href }: { text: string; href: string }) {
  // Topics link to each other's files, so that the links also work in the repository.
  const topic = /^([\w-]+)\.md$/.exec(href)?.[1]
  if (!topic) return <NewTabLink href={href}>{text}</NewTabLink>
  return (
    <Link to={`../${topic}`} relative="path">
      {text}
    </Link>
  )
}

function Picture({ file, text }: { file: string; text: string }) {
  const { src, width, height } = guidePicture(file)
  return (
    <figure className="guide__picture">
      <img src={src} width={width} height={height} alt="" loading="lazy" decoding="async" />
      <figcaption>{text}</figcaption>
    </figure>
  )
}
