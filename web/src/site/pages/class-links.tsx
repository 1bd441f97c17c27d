import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { type ClassName, classNumber, classPath } from '@bidyaloy/shared/school/classes'
import { formatClasses } from '@bidyaloy/shared/school/format-classes'
import { Icon } from '../../ui/icon.tsx'
import { t } from '../../ui/t.ts'
import './class-links.css'

interface ClassLinksProps {
  classes: readonly ClassName[]
  /** The class whose page this is. Without it, only the remembered class is shown, if there is one. */
  current?: ClassName
}

/**
 * Links to the pages of classes. Which class a phone remembers is an attribute of the document (see
 * `rememberedChoices` of the renderer), for the style sheet alone.
 */
export function ClassLinks({ classes, current }: ClassLinksProps) {
  if (classes.length === 0) return null
  return (
    <nav
      className={current ? 'classlinks' : 'classlinks classlinks--mine'}
      data-has={current ? undefined : classes.map(classNumber).join(' ')}
      aria-labelledby="class-links"
    >
      <p id="class-links">{t('front.class')}</p>
      <ul>
        {classes.map((name) => (
          <li key={name} data-of={current ? undefined : classNumber(name)}>
            <a href={classPath(name)} aria-current={name === current ? 'page' : undefined}>
              <span className="classlinks__other">
                <span aria-hidden="true">{toBengaliDigits(classNumber(name))}</span>
                <span className="vh">{formatClasses([name])}</span>
              </span>
              {!current && (
                <span className="classlinks__page">
                  {t('front.class.page', { class: t(`enum.class.${name}`) })} <Icon name="right" />
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
