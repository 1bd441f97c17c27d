import { useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { t } from './t.ts'

const usual = { theme: 'auto', size: 'm' } as const
type Choice = keyof typeof usual

/** Sets a choice on the document and remembers it in this browser. */
function choose(name: Choice, value: string): void {
  const { dataset } = document.documentElement
  const isUsual = value === usual[name]
  if (isUsual) delete dataset[name]
  else dataset[name] = value
  try {
    if (isUsual) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Storage is forbidden: the choice holds for this page.
  }
}

/** Sets the remembered choices on the document, where no script in the head of the page has. */
export function restoreAppearance(): void {
  try {
    const { theme, size } = localStorage
    const { dataset } = document.documentElement
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    if (size === 's' || size === 'l') dataset.size = size
  } catch {
    // Storage is forbidden: the page looks as usual.
  }
}

/*
 * The radios work without script through `:has()` in the style sheet. With script the choice is
 * remembered and set on the document before the first paint; the radios then follow it.
 */
function useRememberedChoice(name: Choice) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const chosen = document.documentElement.dataset[name] ?? usual[name]
    // Each radio is set, also those that the browser unchecks by itself: React notices a later
    // choice only where the radio differs from what it last saw being set. Firefox restores what
    // was checked before a reload; what is remembered wins.
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
            defaultChecked={size === usual.size}
            onChange={() => choose('size', size)}
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
            defaultChecked={name === usual.theme}
            onChange={() => choose('theme', name)}
          />
          <Icon name={icon} />
          <span className="vh">{t(`site.theme.${name}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
