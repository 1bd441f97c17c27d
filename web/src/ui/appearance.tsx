import { type ReactNode, useEffect, useRef } from 'react'
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

interface SwitchProps {
  name: Choice
  title: string
  options: readonly { value: string; label: string; sign: ReactNode }[]
}

function Switch({ name, title, options }: SwitchProps) {
  const fieldset = useStoredChoice(name)
  return (
    <fieldset className="switch" ref={fieldset}>
      <legend className="vh">{title}</legend>
      {options.map(({ value, label, sign }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            id={`${name}-${value}`}
            value={value}
            defaultChecked={value === defaults[name]}
            onChange={() => choose(name, value)}
          />
          {sign}
          <span className="vh">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

const sizes = (['s', 'm', 'l'] as const).map((size) => ({
  value: size,
  label: t(`site.size.${size}`),
  sign: (
    <span className={size} aria-hidden="true">
      {t('site.size.letter')}
    </span>
  ),
}))

/** Small, medium or large text. */
export function SizeSwitch() {
  return <Switch name="size" title={t('site.size.title')} options={sizes} />
}

const icons = { auto: 'auto', light: 'sun', dark: 'moon' } as const
const themes = (['auto', 'light', 'dark'] as const).map((theme) => ({
  value: theme,
  label: t(`site.theme.${theme}`),
  sign: <Icon name={icons[theme]} />,
}))

/** The device's theme, light or dark. */
export function ThemeSwitch() {
  return <Switch name="theme" title={t('site.theme.title')} options={themes} />
}
