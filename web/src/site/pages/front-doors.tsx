import { pages as resultPages } from '@bidyaloy/shared/features/results/paths'
import { pages as routinePages } from '@bidyaloy/shared/features/routine/paths'
import { useQuery } from '@tanstack/react-query'
import { classesQuery } from '../../school/use-school.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { type TextKey, t } from '../../ui/t.ts'
import {
  feeNoticesQuery,
  findWantedPage,
  menuPagesQuery,
  neededLinksQuery,
  type WantedPage,
} from '../menu.ts'
import { ClassLinks } from './class-links.tsx'
// Those of the front page: its code is in the first script, of which other pages load only the code.
import './home.css'
import '../../styles/pictures.css'
import '../../styles/prose.css'
import '../../styles/tables.css'

export { prefetchToday, TodayLine } from './today.tsx'
// A chunk of its own would be one more request of the front page.
export { ClassLinks }

interface Door {
  text: TextKey
  icon: IconName
  /** Without such a page the door leads to `href`, or to the notices about it. */
  page?: WantedPage
  href?: string
}

/** What parents come for, in the order of the row. */
const doors: readonly Door[] = [
  { text: 'front.door.routine', icon: 'table', page: 'routine' },
  { text: 'front.door.results', icon: 'medal', href: resultPages.results },
  { text: 'front.door.admission', icon: 'edit', page: 'admission' },
  { text: 'front.door.fees', icon: 'card', page: 'fees' },
]

/** Links to what parents come for: the page of a class, and those of the others that lead somewhere. */
export function FrontDoors() {
  const api = useReadApi()
  const { data: pages = [] } = useQuery(menuPagesQuery(api))
  const { data: classes = [] } = useQuery(classesQuery(api))
  const { data: needed = [] } = useQuery(neededLinksQuery(api))
  const { data: fees } = useQuery(feeNoticesQuery(api))
  const links = doors.flatMap(({ text, icon, page, href }) => {
    const notices = page === 'fees' ? fees : undefined
    const own = page === 'routine' && needed.includes(routinePages.routine)
    const address = own
      ? routinePages.routine
      : ((page && findWantedPage(pages, page)) ?? href ?? notices)
    return address ? [{ text, icon, address }] : []
  })
  return (
    <div className="front__doors">
      <ClassLinks classes={classes} />
      <nav className="doors" aria-label={t('site.menu.quick')}>
        {links.map(({ text, icon, address }) => (
          <a key={text} href={address}>
            <Icon name={icon} /> {t(text)}
          </a>
        ))}
      </nav>
    </div>
  )
}
