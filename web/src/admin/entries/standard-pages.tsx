import { type MenuGroup, slugOf } from '@bidyaloy/shared/collections/entry-properties'
import { type EntriesTextKey, entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { Button } from '../../ui/button.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { withCopy } from '../t.ts'
import type { Properties } from './properties.ts'
import './entries.css'

const t = withCopy(entriesCopy)

interface StandardPage {
  text: EntriesTextKey
  menu: MenuGroup
  /** What the page is for, where the name says too little. */
  hint?: EntriesTextKey
}

/** The pages that the portal of government schools expects, with their group of the navigation. */
const standardPages = [
  { text: 'page.admission', menu: 'intro' },
  { text: 'page.charter', menu: 'intro' },
  { text: 'page.information', menu: 'intro' },
  { text: 'page.complaints', menu: 'intro' },
  { text: 'page.committee', menu: 'manpower' },
  { text: 'page.formerHeads', menu: 'manpower' },
  { text: 'page.routine', menu: 'students' },
  { text: 'page.examTimetable', menu: 'students' },
  { text: 'page.syllabus', menu: 'students' },
  { text: 'page.fees', menu: 'students', hint: 'page.fees.hint' },
  { text: 'page.stipend', menu: 'students' },
  { text: 'page.uniform', menu: 'students' },
  { text: 'page.results', menu: 'results' },
  { text: 'page.holidays', menu: 'papers' },
] as const satisfies readonly StandardPage[]

/** What a page begins with. */
export interface PageStart {
  title: string
  /** Its text; without one, it begins empty. */
  body?: string
  properties: Properties
}

interface StandardPagesProps {
  /** Shown only while the school has no page, or only once it has one: they begin above the form. */
  whileEmpty: boolean
  onStart: (start: PageStart) => void
}

/** The names of pages that the school has not written yet. A page is shown only once it is written. */
export function StandardPages({ whileEmpty, onStart }: StandardPagesProps) {
  const headId = useId()
  // The query of the whole list below.
  const list = entriesQuery(useAdminApi(), 'pages', { state: 'all', sort: 'order' })
  const { data: pages } = useQuery(list)
  const missing = standardPages
    .map(({ text, menu, hint }: StandardPage) => ({ title: t(text), menu, hint }))
    .filter(({ title }) => !pages?.some((page) => page.title.startsWith(title)))
  if (!pages || missing.length === 0 || (pages.length === 0) !== whileEmpty) return null
  return (
    <section className="stack stack--3" aria-labelledby={headId}>
      <h2 id={headId}>{t('page.missing')}</h2>
      <p className="hint">{t('page.missing.hint')}</p>
      <ul className="standardpages">
        {missing.map(({ title, menu, hint }) => (
          <li key={title}>
            <div>
              <b>{title}</b>
              <p className="meta">
                <span>{t('menu.in', { group: t(`nav.${menu}`) })}</span>
                <span>
                  {t('slug.at')} /p/{slugOf(title)}
                </span>
              </p>
              {hint && <p className="hint">{t(hint)}</p>}
            </div>
            <Button
              small
              icon="edit"
              onClick={() => onStart({ title, properties: { menu, slug: slugOf(title) } })}
            >
              {t('page.write')}
              <span className="vh">: {title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
