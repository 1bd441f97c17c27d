import { settingsCopy } from '@bidyaloy/shared/features/settings/copy'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import type { SiteSettings } from '@bidyaloy/shared/features/settings/settings'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { failureText, hasCode } from '../../../admin/api/failure-text.ts'
import { useWriteApi } from '../../../admin/api/use-write-api.ts'
import { RecordForm } from '../../../admin/form/record-form.tsx'
import { useRecordForm } from '../../../admin/form/use-record-form.ts'
import { withCopy } from '../../../admin/t.ts'
import { settingsQuery } from '../../../school/use-school.ts'
import { kindSettings, linkSettings } from './settings-sections.ts'
import {
  kindsIn,
  linksIn,
  settingOf,
  settingsResolver,
  settingsValues,
  toSettings,
  withFormFields,
} from './settings-values.ts'

const t = withCopy(settingsCopy)

const blank = settingsValues(emptySiteSettings)

export const shownOptions = (['true', 'false'] as const).map((value) => ({
  value,
  label: t(`settings.jubilee.shown.${value}`),
}))

function nameOf(field: string): string {
  const setting = settingOf(field)
  return setting ? t(`settings.${setting}`) : field
}

/** The display text of a value. */
export function shown(field: string, value: string): string {
  const setting = settingOf(field)
  if (setting === 'jubilee.shown') {
    return shownOptions.find((option) => option.value === value)?.label ?? value
  }
  if (kindSettings.some((list) => list === setting)) {
    return kindsIn(value)
      .map(({ name }) => name)
      .join(', ')
  }
  return linkSettings.some((list) => list === setting)
    ? linksIn(value)
        .map(({ label }) => label)
        .join(', ')
    : value
}

interface SettingsRecordFormProps {
  state: ReturnType<typeof useSettingsForm>
  /** Called before the focus is put on a field that may be hidden. */
  reveal?: (field: string) => void
  children: ReactNode
}

/** A form of settings, with its restored draft, errors and conflicts. */
export function SettingsRecordForm({ state, ...form }: SettingsRecordFormProps) {
  return (
    <RecordForm
      {...form}
      state={state}
      label={t('settings.title')}
      nameOf={nameOf}
      shown={shown}
      failed={(error) => (
        <p>
          <b>{t('settings.failed')}</b> {/* The error summary lists invalid fields. */}
          {!hasCode(error, 'validation_failed') && failureText(error)}
        </p>
      )}
    />
  )
}

/**
 * The form of all settings, of which a screen may show a part.
 * @param onSaved called after it was saved
 */
export function useSettingsForm(saved: SiteSettings, onSaved?: () => void) {
  const { api, notifySaved } = useWriteApi()
  const queryClient = useQueryClient()
  const query = settingsQuery(api)
  // The form's values at each version loaded here.
  const seen = useRef(new Map<number, string>())
  seen.current.set(saved.__v, JSON.stringify(settingsValues(saved)))
  const reload = () => queryClient.fetchQuery({ ...query, staleTime: 0 })
  return useRecordForm<SiteSettings>({
    draft: 'settings',
    blank,
    saved,
    toValues: settingsValues,
    resolver: settingsResolver,
    send: async (values, version) => {
      const body = toSettings(values)
      const put = (__v: number) => api.updateSettings({ body: { ...body, __v } })
      try {
        return await put(version ?? saved.__v).catch(async (error: unknown) => {
          if (!hasCode(error, 'conflict')) throw error
          // Uploading a picture also changes the version, but no field of the form.
          const present = await reload()
          const before = seen.current.get(version ?? saved.__v)
          if (before !== JSON.stringify(settingsValues(present))) throw error
          return put(present.__v)
        })
      } catch (error) {
        throw withFormFields(error)
      }
    },
    reload,
    onSettled: (settings, how) => {
      queryClient.setQueryData(query.queryKey, settings)
      if (how === 'theirs') return
      notifySaved({ text: t('settings.saved') })
      onSaved?.()
    },
  })
}
