import { PhoneLinks } from '../../school/phone-links.tsx'
import { useContact } from '../../school/use-school.ts'
import { SizeSwitch, ThemeSwitch } from '../../ui/appearance.tsx'
import { Icon } from '../../ui/icon.tsx'
import { siteText as t } from '../../ui/site-text.ts'
import { useToday } from '../../ui/today.ts'

/** Today, how to reach the school, and how the page should look. */
export function TopStrip() {
  const today = useToday()
  const contact = useContact()
  return (
    <div className="strip">
      <div className="wrap">
        <p className="strip__date">
          <span className="opt">{t('unit.today')} </span>
          <span className="day">{today.weekday}, </span>
          <time dateTime={today.iso}>{today.date}</time>
          <span className="opt"> · {t('site.banglaYear', { date: today.bangla })}</span>
        </p>
        {contact && (
          <div className="strip__contact">
            <PhoneLinks typed={contact.phone} icon />
            <a href={`mailto:${contact.email}`}>
              <Icon name="mail" /> <span lang="en">{contact.email}</span>
            </a>
          </div>
        )}
        <SizeSwitch />
        <ThemeSwitch />
      </div>
    </div>
  )
}
