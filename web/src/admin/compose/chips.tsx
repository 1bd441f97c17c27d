import { DISTANT, MENU_GROUPS } from '@bidyaloy/shared/collections/entry-properties'
import { hasKinds } from '@bidyaloy/shared/collections/kinds'
import { type CollectionRow, collections, takes } from '@bidyaloy/shared/collections/registry'
import { composeCopy } from '@bidyaloy/shared/copy/compose-copy'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { padCopy } from '@bidyaloy/shared/copy/pad-copy'
import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { formatDay, formatDays, isDay } from '@bidyaloy/shared/lib/bengali/days'
import { CLASS_NAMES } from '@bidyaloy/shared/school/classes'
import { formatClasses } from '@bidyaloy/shared/school/format-classes'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useKinds } from '../../collections/kind-facts.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { CollectionScreen } from '../components/collection-screen.ts'
import { collectionScreens } from '../components/collection-screens.ts'
import { endOf, type Timing } from '../entries/timing.ts'
import { withCopy } from '../t.ts'
import { ConsentField } from './consent-field.tsx'
import {
  ClassesField,
  DayFields,
  KindField,
  MemoField,
  MenuFields,
  type PropertyFieldsProps,
} from './property-fields.tsx'
import { ExpiryField, PinField, PublishFields } from './timing-fields.tsx'
import { UrgentField } from './urgent-field.tsx'

const t = withCopy(composeCopy, entriesCopy, padCopy)

interface ChipsProps extends PropertyFieldsProps {
  timing: Timing
  onTiming: (change: Partial<Timing>) => void
  /** Whether an existing entry is changed. */
  editing?: boolean | undefined
}

/** A value of the entry, and the fields that change it. */
interface Chip {
  name: string
  icon: IconName
  /** What holds now. */
  text: string
  /** Whether that is not the default. */
  isSet: boolean
  /** Names of the fields. */
  fields: readonly string[]
  panel: ReactNode
}

/** The values of an entry in one line; each opens its fields below the line. */
export function Chips(props: ChipsProps) {
  const { errors } = props
  const id = useId()
  const [opened, setOpened] = useState<string | null>(null)
  const bar = useRef<HTMLFieldSetElement>(null)
  const chips = [...usePropertyChips(props), ...timingChips(props)]
  const isWrong = ({ fields }: Chip) => fields.some((name) => errors[name])
  const isOpen = (chip: Chip) => chip.name === opened || isWrong(chip)
  const close = (event: KeyboardEvent) => {
    const { target, currentTarget } = event
    // A dialog of a field closes itself.
    const isInside = target instanceof Element && currentTarget.contains(target)
    if (event.key !== 'Escape' || opened === null || !isInside) return
    // Otherwise it would close the dialog around it as well.
    event.preventDefault()
    event.stopPropagation()
    bar.current?.querySelector<HTMLElement>(`[data-chip="${opened}"]`)?.focus()
    setOpened(null)
  }
  if (chips.length === 0) return null
  return (
    <fieldset
      className="compose__chips"
      aria-label={t('compose.chips')}
      ref={bar}
      onKeyDown={close}
    >
      <div className="compose__bar">
        {chips.map((chip) => (
          <button
            key={chip.name}
            className={chip.isSet ? 'optchip is-set' : 'optchip'}
            type="button"
            data-chip={chip.name}
            aria-expanded={isOpen(chip)}
            aria-controls={`${id}-${chip.name}`}
            onClick={() => setOpened(opened === chip.name ? null : chip.name)}
          >
            <Icon name={chip.icon} /> {chip.text}
          </button>
        ))}
      </div>
      {chips.filter(isOpen).map((chip) => (
        <div className="compose__panel" key={chip.name} id={`${id}-${chip.name}`}>
          {chip.panel}
        </div>
      ))}
    </fieldset>
  )
}

function usePropertyChips(props: ChipsProps): Chip[] {
  const { collection, properties } = props
  const { datesRequired }: CollectionRow = collections[collection]
  const {
    startsOn = '',
    endsOn = '',
    classes = '',
    menu = '',
    consent = '',
    'fields.memo': memo = '',
  } = properties
  const kind = useKinds(collection).find(({ id }) => id === properties.kind)
  const group = MENU_GROUPS.find((one) => one === menu)
  const named = CLASS_NAMES.filter((name) => classes.split(',').includes(name))
  const days = isDay(startsOn) ? formatDays(startsOn, isDay(endsOn) ? endsOn : startsOn, false) : ''
  return [
    ...chip(takes(collection, 'classes'), {
      name: 'classes',
      icon: 'users',
      text: named.length > 0 ? formatClasses(named) : t('compose.chip.everyone'),
      isSet: named.length > 0,
      fields: ['classes'],
      panel: <ClassesField {...props} />,
    }),
    ...chip(hasKinds(collection), {
      name: 'kind',
      icon: 'list',
      text: kind?.name ?? t('kind.label'),
      isSet: kind !== undefined,
      fields: ['kind'],
      panel: <KindField {...props} />,
    }),
    ...chip(takes(collection, 'dates') && !datesRequired, {
      name: 'days',
      icon: 'calendar',
      text: days || t('compose.chip.days'),
      isSet: days !== '',
      fields: ['startsOn', 'endsOn', 'time'],
      panel: (
        <div className="stack stack--3">
          <p className="hint">{t('days.more')}</p>
          <DayFields {...props} />
        </div>
      ),
    }),
    ...chip(collection === 'notices', {
      name: 'memo',
      icon: 'file',
      text: memo ? t('compose.chip.memo', { memo }) : t('letterhead.memo'),
      isSet: memo !== '',
      fields: ['fields.memo'],
      panel: <MemoField {...props} />,
    }),
    ...chip(takes(collection, 'consent'), {
      name: 'consent',
      icon: 'users',
      text: consentText(consent),
      isSet: consent !== '',
      fields: ['consent'],
      panel: <ConsentField {...props} />,
    }),
    ...chip(takes(collection, 'menu'), {
      name: 'menu',
      icon: 'menu',
      text: group ? t('menu.in', { group: t(`nav.${group}`) }) : t('menu.none'),
      isSet: group !== undefined,
      fields: ['menu', 'slug'],
      panel: <MenuFields {...props} />,
    }),
  ]
}

function timingChips({ onTiming, ...props }: ChipsProps): Chip[] {
  const { collection, timing, editing = false } = props
  const { undated }: CollectionScreen = collectionScreens[collection]
  const { date, publishDay, expiryDay, pinDay } = timing
  const { urgentUntil = '' } = props.properties
  const fields = { ...props, editing, onChange: onTiming }
  // Dates that another client has set can be changed here.
  const isTimed = Boolean(publishDay || expiryDay || pinDay)
  if (undated && !isTimed) return []
  const day = (text: string) => (isDay(text) ? formatDay(text) : text)
  return [
    {
      name: 'publish',
      icon: 'clock',
      text: publishDay ? t('compose.chip.from', { day: day(publishDay) }) : dateText(date, editing),
      isSet: publishDay !== '' || (date !== '' && !editing),
      fields: ['publishAt', 'date'],
      panel: <PublishFields {...fields} />,
    },
    ...chip(takes(collection, 'urgent'), {
      name: 'urgent',
      icon: 'warn',
      text: urgentUntil
        ? t('compose.chip.urgentUntil', { day: day(endOf(urgentUntil).day) })
        : t('compose.chip.urgent'),
      isSet: urgentUntil !== '',
      fields: ['urgentUntil'],
      panel: <UrgentField {...props} />,
    }),
    {
      name: 'pin',
      icon: 'pushpin',
      text: pinDay ? t('compose.chip.pinned', { day: day(pinDay) }) : t('compose.chip.pin'),
      isSet: pinDay !== '',
      fields: ['pinnedUntil'],
      panel: <PinField {...fields} />,
    },
    {
      name: 'expiry',
      icon: 'undo',
      text: expiryDay ? t('compose.chip.ends', { day: day(expiryDay) }) : t('compose.chip.stays'),
      isSet: expiryDay !== '',
      fields: ['expiresAt'],
      panel: <ExpiryField {...fields} />,
    },
  ]
}

/** A new entry is published now; one that exists has its date. */
function dateText(date: string, editing: boolean): string {
  if (isDay(date)) return formatDay(date)
  return t(editing ? 'timing.publish' : 'compose.chip.now')
}

function consentText(consent: string): string {
  if (consent === DISTANT) return t('compose.chip.distant')
  if (consent === '') return t('consent.label')
  return t('compose.chip.consent', { day: isDay(consent) ? formatDate(consent) : consent })
}

const chip = (isThere: boolean, one: Chip): Chip[] => (isThere ? [one] : [])
