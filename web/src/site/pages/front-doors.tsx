import { entryAddress } from '@bidyaloy/shared/collections/registry'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { useQuery } from '@tanstack/react-query'
import { classesQuery } from '../../school/use-school.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { type TextKey, t } from '../../ui/t.ts'
import { menuPagesQuery } from '../menu.ts'
import { ClassLinks } from './class-links.tsx'
// Those of the front page: its code is in the first script, of which other pages load only the code.
import '../../styles/home.css'
import '../../styles/pictures.css'
import '../../styles/prose.css'
import '../../styles/tables.css'

export { TodayLine } from './today.tsx'

interface Door {
  text: TextKey
  icon: IconName
  /** The first own page of the navigation with such a title. */
  title?: RegExp
  href?: string
}

/** What parents come for, in the order of the row. */
const doors: readonly Door[] = [
  { text: 'front.door.routine', icon: 'table', title: /রুটিন/ },
  { text: 'front.door.results', icon: 'medal', href: pagePaths.publicResult },
  { text: 'front.door.admission', icon: 'edit', title: /ভর্তি/ },
  { text: 'front.door.fees', icon: 'card', title: /(^|\s)(ফি|বেতন)/ },
]

/** Links to what parents come for: the page of a class, and those of the others that lead somewhere. */
export function FrontDoors() {
  const api = useReadApi()
  const { data: pages = [] } = useQuery(menuPagesQuery(api))
  const { data: classes = [] } = useQuery(classesQuery(api))
  const links = doors.flatMap(({ text, icon, title, href }) => {
    const page = title && pages.find((one) => title.test(one.title))
    const address = page ? entryAddress('pages', page) : href
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
