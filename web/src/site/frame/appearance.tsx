import { useEffect, useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { siteText as t } from '../../ui/site-text.ts'
import { rememberAppearance } from '../appearance-script.ts'

/*
 * The radios work without script through `:has()` in the style sheet. With script the choice is
 * remembered and set on the document before the first paint; the radios then follow it.
 */
function useRememberedChoice(name: 'theme' | 'size') {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const chosen = document.documentElement.dataset[name]
    if (chosen === undefined) return
    // Each radio is told, also those that the browser unchecks by itself: React notices a later
    // choice only where the radio differs from what it last saw being set.
    for (const radio of fieldset.current?.querySelectorAll('input') ?? []) {
      radio.checked = radio.value === chosen
    }
  }, [name])
  return fieldset
}

/** Small, middle or large letters. */
export function SizeSwitch() {
  const fieldset = useRememberedChoice('size')
  return (
    <fieldset className="switch" ref={fieldset}>
      <legend className="vh">{t('site.size.title')}</legend>
      {(['s', 'm', 'l'] as const).map((size) => (
        <label key={size}>
          <input
            type="radio"
            name="size"
            id={`size-${size}`}
            value={size}
            defaultChecked={size === 'm'}
            autoComplete="off"
            onChange={() => rememberAppearance('size', size === 'm' ? null : size)}
          />
          <span className={size} aria-hidden="true">
            {t('site.size.letter')}
          </span>
          <span className="vh">{t(`site.size.${size}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}

const themes = [
  { name: 'auto', icon: 'auto' },
  { name: 'light', icon: 'sun' },
  { name: 'dark', icon: 'moon' },
] as const

/** As the device says, light or dark. */
export function ThemeSwitch() {
  const fieldset = useRememberedChoice('theme')
  return (
    <fieldset className="switch" ref={fieldset}>
      <legend className="vh">{t('site.theme.title')}</legend>
      {themes.map(({ name, icon }) => (
        <label key={name}>
          <input
            type="radio"
            name="theme"
            id={`theme-${name}`}
            value={name}
            defaultChecked={name === 'auto'}
            autoComplete="off"
            onChange={() => rememberAppearance('theme', name === 'auto' ? null : name)}
          />
          <Icon name={icon} />
          <span className="vh">{t(`site.theme.${name}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
