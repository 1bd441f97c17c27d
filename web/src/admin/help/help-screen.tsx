import './help.css'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { Link, useSearchParams } from 'react-router-dom'
import { Icon } from '../../ui/icon.tsx'
import { lotus } from '../../ui/state-box.tsx'
import { helpPath, helpTopics } from '../components/help-topics.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { ListSearch } from '../list/list-controls.tsx'
import { withCopy } from '../t.ts'
import { guide, searchGuide } from './guide.ts'
import { sectionId } from './guide-text.tsx'

const t = withCopy(overviewCopy)

/** The topics of the guide, and a search. */
export function HelpScreen() {
  const [search, setSearch] = useSearchParams()
  const query = (search.get('q') ?? '').trim()
  return (
    <>
      <ScreenHead title={t('help.title')}>{t('help.lead')}</ScreenHead>
      <ListSearch
        q={query}
        label={t('help.search')}
        onSearch={(words) => setSearch(words ? { q: words } : {}, { preventScrollReset: true })}
      />
      {query && <SearchResults query={query} />}
      <section className="stack" aria-labelledby="topics">
        <h2 id="topics">{t('help.topics')}</h2>
        <ul className="guide__topics">
          {guide.map(({ name, title, lead }) => (
            <li className="card" key={name}>
              <Icon name={helpTopics[name]} />
              <div>
                <h3>
                  <Link to={helpPath(name)}>{title}</Link>
                </h3>
                <p>{lead}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

/** The search results. */
function SearchResults({ query }: { query: string }) {
  const hits = searchGuide(guide, query)
  if (hits.length === 0) {
    return (
      <div className="card">
        <div className="state" role="status">
          {lotus}
          <p className="state__t">{t('help.none', { query })}</p>
          <p>{t('help.none.hint')}</p>
        </div>
      </div>
    )
  }
  return (
    <section className="stack">
      <p role="status">{t('help.found', { query, n: toBengaliDigits(hits.length) })}</p>
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
