import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { Link } from 'react-router-dom'
import { lotus } from '../../ui/state-box.tsx'
import { guide } from './guide.ts'
import { searchGuide } from './guide-search.ts'
import { sectionId } from './guide-text.tsx'
import { helpText } from './help-text.ts'
import { helpPath } from './help-topics.ts'

/** What the guide says about the words that were asked for. */
export function HelpFound({ query }: { query: string }) {
  const hits = searchGuide(guide, query)
  if (hits.length === 0) {
    return (
      <div className="card">
        <div className="state" role="status">
          {lotus}
          <p className="state__t">{helpText('help.none', { query })}</p>
          <p>{helpText('help.none.hint')}</p>
        </div>
      </div>
    )
  }
  return (
    <section className="stack">
      <p role="status">{helpText('help.found', { query, n: toBengaliDigits(hits.length) })}</p>
      <ul className="card card--flush guide__hits">
        {hits.map(({ topic, section, heading, line }) => (
          <li key={`${topic.name} ${section}`}>
            <Link to={helpPath(topic.name) + (section > 0 ? `#${sectionId(section)}` : '')}>
              {heading ? `${topic.title}: ${heading}` : topic.title}
            </Link>
            <p>{line}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
