import rosette from '../../art/rosette.svg'
import { useSchoolName, useSettings } from '../../school/use-school.ts'
import { siteText as t } from '../../ui/site-text.ts'
import { pagePaths } from '../addresses.ts'
import { Crest } from '../school-pictures.tsx'

/** The school's name and sign. */
export function Banner() {
  const identity = useSettings()?.identity
  const school = useSchoolName()
  return (
    <div className="banner">
      <div className="wrap">
        <Crest className="banner__crest" sizes="7rem" />
        <div>
          <a className="banner__name" href={pagePaths.home}>
            {school}
          </a>
          {identity && (identity.place || identity.established) && (
            <p className="banner__line">
              {identity.place && <span>{identity.place}</span>}
              {identity.established && <span>{t('site.est', { year: identity.established })}</span>}
            </p>
          )}
        </div>
        <svg className="banner__alpona" viewBox="0 0 400 400" aria-hidden="true">
          <use href={`${rosette}#r`} />
        </svg>
      </div>
    </div>
  )
}
