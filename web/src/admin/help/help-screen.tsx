import './help.css'
import { Link, useSearchParams } from 'react-router-dom'
import { Icon } from '../../ui/icon.tsx'
import { ScreenHead } from '../layout/screen-head.tsx'
import { ListSearch } from '../list/list-controls.tsx'
import { guide } from './guide.ts'
import { HelpFound } from './help-search.tsx'
import { helpText } from './help-text.ts'
import { helpPath, helpTopics } from './help-topics.ts'

/** Every topic of the guide, and the search in it. */
export function HelpScreen() {
  const [search, setSearch] = useSearchParams()
  const query = (search.get('q') ?? '').trim()
  return (
    <>
      <ScreenHead title={helpText('help.title')}>{helpText('help.lead')}</ScreenHead>
      <ListSearch
        q={query}
        label={helpText('help.search')}
        onSearch={(words) => setSearch(words ? { q: words } : {}, { preventScrollReset: true })}
      />
      {query && <HelpFound query={query} />}
      <section className="stack" aria-labelledby="topics">
        <h2 id="topics">{helpText('help.topics')}</h2>
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
