import { useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { t } from './t.ts'

const defaults = { theme: 'auto', size: 'm' } as const
type Choice = keyof typeof defaults

/** Applies a choice to the document and stores it in this browser. */
function choose(name: Choice, value: string): void {
  const { dataset } = document.documentElement
  const isDefault = value === defaults[name]
  if (isDefault) delete dataset[name]
  else dataset[name] = value
  try {
    if (isDefault) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Storage is denied: the choice applies to this page only.
  }
}

/** Applies the stored choices, for pages without the inline script of the public site. */
export function restoreAppearance(): void {
  try {
    const { theme, size } = localStorage
    const { dataset } = document.documentElement
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    if (size === 's' || size === 'l') dataset.size = size
  } catch {
    // Storage is denied: the defaults apply.
  }
}

/**
 * Checks the radio of the stored choice. Without script the radios work through `:has()` in the style
 * sheet; with script the choice is stored and applied to the document before the first paint.
 */
function useStoredChoice(name: Choice) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const chosen = document.documentElement.dataset[name] ?? defaults[name]
    // Sets every radio: React reports a later choice only if the radio differs from the value last
    // set. Firefox restores what was checked before a reload; the stored choice wins.
    for (const radio of fieldset.current?.querySelectorAll('input') ?? []) {
      radio.checked = radio.value === chosen
    }
  }, [name])
  return fieldset
}

/** Small, medium or large text. */
export function SizeSwitch() {
  const fieldset = useStoredChoice('size')
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
            defaultChecked={size === defaults.size}
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

/** The device's theme, light or dark. */
export function ThemeSwitch() {
  const fieldset = useStoredChoice('theme')
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
            defaultChecked={name === defaults.theme}
            onChange={() => choose('theme', name)}
          />
          <Icon name={icon} />
          <span className="vh">{t(`site.theme.${name}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
