import './help.css'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { Link, useParams } from 'react-router-dom'
import { Icon } from '../../ui/icon.tsx'
import { HELP_PATH, helpPath } from '../components/help-topics.ts'
import { UnknownScreen } from '../components/message-screens.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { withCopy } from '../t.ts'
import { findTopic, type GuideTopic, guide } from './guide.ts'
import { GuideTextView, sectionId } from './guide-text.tsx'

const t = withCopy(overviewCopy)

/** One topic of the guide. */
export function TopicScreen() {
  const topic = findTopic(useParams().topic)
  return topic ? <Topic key={topic.name} topic={topic} /> : <UnknownScreen />
}

/** A topic with at least as many sections has a table of contents. */
const MIN_SECTIONS = 3

function Topic({ topic }: { topic: GuideTopic }) {
  const headings = topic.pieces.flatMap((piece) => (piece.kind === 'heading' ? [piece.text] : []))
  const at = guide.indexOf(topic)
  const [previous, next] = [guide[at - 1], guide[at + 1]]
  return (
    <>
      <Link className="guide__back" to={HELP_PATH}>
        <Icon name="left" /> {t('help.back')}
      </Link>
      <ScreenHead title={topic.title}>{topic.lead}</ScreenHead>
      <article className="card guide">
        {headings.length >= MIN_SECTIONS && (
          <nav className="guide__contents" aria-label={t('help.contents')}>
            <ul>
              {headings.map((heading, index) => (
                <li key={heading}>
                  <a href={`#${sectionId(index + 1)}`}>{heading}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <GuideTextView pieces={topic.pieces} />
      </article>
      <nav className="guide__turn" aria-label={t('help.topics')}>
        {previous && (
          <Link className="btn" to={helpPath(previous.name)}>
            <Icon name="left" /> {t('help.previous', { title: previous.title })}
          </Link>
        )}
        {next && (
          <Link className="btn" to={helpPath(next.name)}>
            {t('help.next', { title: next.title })} <Icon name="right" />
          </Link>
        )}
      </nav>
    </>
  )
}
