import { entryAddress } from '@bidyaloy/shared/collections/registry'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { useQuery } from '@tanstack/react-query'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { type TextKey, t } from '../../ui/t.ts'
import { menuPagesQuery } from '../menu.ts'

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

/** Links to what parents come for, those that lead somewhere. */
export function Doors() {
  const { data: pages = [] } = useQuery(menuPagesQuery(useReadApi()))
  const links = doors.flatMap(({ text, icon, title, href }) => {
    const page = title && pages.find((one) => title.test(one.title))
    const address = page ? entryAddress('pages', page) : href
    return address ? [{ text, icon, address }] : []
  })
  return (
    <nav className="doors" aria-label={t('site.menu.quick')}>
      {links.map(({ text, icon, address }) => (
        <a key={text} href={address}>
          <Icon name={icon} /> {t(text)}
        </a>
      ))}
    </nav>
  )
}
