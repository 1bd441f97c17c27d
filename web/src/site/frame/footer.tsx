import { siteFiles } from '@bidyaloy/shared/site-addresses'
import { BreakableAddress } from '../../school/breakable-address.tsx'
import { PhoneLinks } from '../../school/phone-links.tsx'
import { useContact, useSchoolName, useSettings } from '../../school/use-school.ts'
import { siteText as t } from '../../ui/site-text.ts'
import { pagePaths } from '../addresses.ts'
import { Crest } from '../school-pictures.tsx'

/** Who we are once more, and who stands behind the site. */
export function Footer() {
  const contact = useContact()
  const credits = useSettings()?.credits
  const school = useSchoolName()
  return (
    <footer className="footer">
      <div className="footer__alpona" aria-hidden="true" />
      <div className="wrap">
        <div className="footer__grid">
          <div>
            <p className="footer__name">
              <Crest className="footer__crest" sizes="7rem" />
              <span>{school}</span>
            </p>
            {contact && (
              <address className="quiet">
                {contact.address}
                <br />
                {contact.district} {contact.postCode}
              </address>
            )}
          </div>
          {contact && (
            <div>
              <h2>{t('nav.contact')}</h2>
              <p>
                <PhoneLinks typed={contact.phone} />
                <a href={`mailto:${contact.email}`} lang="en">
                  <BreakableAddress text={contact.email} />
                </a>
              </p>
            </div>
          )}
          <div>
            <h2>{t('footer.pages')}</h2>
            <ul className="footer__links">
              <li>
                <a href={pagePaths.notices}>{t('public.notices.title')}</a>
              </li>
              <li>
                <a href={pagePaths.downloads}>{t('public.downloads.title')}</a>
              </li>
              <li>
                <a href={pagePaths.studentCount}>{t('nav.students.count')}</a>
              </li>
              <li>
                <a href={siteFiles.feed}>{t('footer.feed')}</a>
              </li>
              <li>
                <a href={pagePaths.siteMap}>{t('footer.sitemap')}</a>
              </li>
            </ul>
          </div>
        </div>
        <div className="footer__credit">
          <p>{credits?.directorate || t('footer.directorate')}</p>
          {credits?.support && <p>{t('footer.support', { name: credits.support })}</p>}
        </div>
      </div>
    </footer>
  )
}
