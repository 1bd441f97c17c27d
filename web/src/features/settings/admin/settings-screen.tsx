import { contact as contactType } from '@bidyaloy/shared/features/contact/record'
import { settingsCopy } from '@bidyaloy/shared/features/settings/copy'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import type { SiteSettings } from '@bidyaloy/shared/features/settings/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { failureText, hasCode } from '../../../admin/api/failure-text.ts'
import { HOME_PATH } from '../../../admin/api/return-path.ts'
import { useWriteApi } from '../../../admin/api/use-write-api.ts'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import type { TextValues } from '../../../admin/form/drafts.ts'
import { BengaliTextArea, BengaliTextField, SelectField } from '../../../admin/form/fields.tsx'
import { LastSaved, RecordForm } from '../../../admin/form/record-form.tsx'
import { RichTextField } from '../../../admin/form/rich-text/rich-text-field.tsx'
import { useRecordForm } from '../../../admin/form/use-record-form.ts'
import { withCopy } from '../../../admin/t.ts'
import { eserviceLinks, governmentLinks } from '../../../school/standard-links.ts'
import { settingsQuery } from '../../../school/use-school.ts'
import { Bilingual } from '../../../ui/bilingual.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { contactQuery } from '../../contact/queries.ts'
import { KindList } from './kind-list.tsx'
import { LinkList } from './link-list.tsx'
import { PictureField } from './picture-field.tsx'
import {
  type KindSetting,
  kindSettings,
  type LinkSetting,
  linkSettings,
  type SettingsField,
  settingsSections,
} from './settings-sections.ts'
import {
  fieldName,
  kindsIn,
  linksIn,
  settingOf,
  settingsResolver,
  settingsValues,
  toSettings,
  withFormFields,
} from './settings-values.ts'
import './settings.css'

const t = withCopy(settingsCopy)

/** The limit of the API, in UTF-16 units. */
const MAX_HISTORY_LENGTH = 30_000

/** Settings of every page: the school's identity, pictures and links. */
export function SettingsScreen() {
  const query = useQuery(settingsQuery(useAdminApi()))
  const { hash } = useLocation()
  const isLoaded = query.data !== undefined
  useEffect(() => {
    if (!isLoaded || !hash) return
    // The browser looked for the section before the settings had loaded.
    const section = document.getElementById(hash.slice(1))
    section?.scrollIntoView()
    section?.focus({ preventScroll: true })
  }, [isLoaded, hash])
  return (
    <>
      <ScreenHead title={t('settings.title')} en={t.en('settings.title')} versionsOf="settings">
        {t('settings.lead')}
      </ScreenHead>
      <QueryState
        query={query}
        texts={{ loading: t('settings.loading'), error: t('settings.error') }}
      >
        {(settings) => <SettingsForm saved={settings} />}
      </QueryState>
    </>
  )
}

const blank = settingsValues(emptySiteSettings)

const shownOptions = (['true', 'false'] as const).map((value) => ({
  value,
  label: t(`settings.jubilee.shown.${value}`),
}))

function nameOf(field: string): string {
  const setting = settingOf(field)
  return setting ? t(`settings.${setting}`) : field
}

/** The display text of a value in the conflict dialog. */
function shown(field: string, value: string): string {
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

/** All settings in one form; pictures are set as soon as they are chosen. */
function SettingsForm({ saved }: { saved: SiteSettings }) {
  const state = useSettingsForm(saved)
  const { form, save, values, dirty } = state
  const { errors, submitCount } = form.formState
  const field = (setting: SettingsField) => {
    const { name, kind } = setting
    const control = {
      ...state.field(fieldName(name)),
      label: <Bilingual {...t.pair(`settings.${name}`)} />,
      hint: 'hint' in setting && t(setting.hint),
      autoComplete: 'off',
    }
    if (kind === 'text') return <BengaliTextField {...control} />
    if (kind === 'lines') return <BengaliTextArea {...control} rows={6} />
    if (kind === 'history') {
      const { id, error, readOnly, onChange } = state.field(fieldName(name))
      return (
        <RichTextField
          {...{ id, error, readOnly }}
          label={t('settings.history')}
          hint={t('settings.history.hint')}
          text={values[fieldName(name)] ?? ''}
          onText={(value) => void onChange({ target: { name: fieldName(name), value } })}
          max={MAX_HISTORY_LENGTH}
        />
      )
    }
    if (kind === 'shown') return <SelectField {...control} options={shownOptions} />
    if (kind === 'code') return <TextField {...control} />
    return <TextField {...control} inputMode="url" spellCheck={false} placeholder="https://" />
  }
  const listControl = (setting: LinkSetting | KindSetting) => {
    const name = fieldName(setting)
    return {
      id: state.idOf(name),
      value: values[name] ?? '',
      onChange: (rows: string) =>
        form.setValue(name, rows, { shouldDirty: true, shouldValidate: submitCount > 0 }),
      error: errors[name]?.message,
    }
  }
  return (
    <RecordForm
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
    >
      <SettingsContents />
      {settingsSections.map((section) => (
        <fieldset
          className="group settings__section"
          key={section.id}
          id={`section-${section.id}`}
          tabIndex={-1}
        >
          <legend>{t(`settings.section.${section.id}`)}</legend>
          <div className="stack">
            {'hint' in section && <p className="hint">{t(section.hint)}</p>}
            {section.id === 'identity' && <SchoolName />}
            {'pictures' in section &&
              section.pictures.map((picture) => (
                <PictureField key={picture} picture={picture} saved={saved.pictures[picture]} />
              ))}
            {'fields' in section && (
              <div className="grid2">
                {section.fields.map((part) => (
                  <div className={'wide' in part ? 'span-all' : undefined} key={part.name}>
                    {field(part)}
                  </div>
                ))}
              </div>
            )}
            {'lists' in section &&
              section.lists.map((setting) => (
                <LinkList
                  key={setting}
                  setting={setting}
                  standard={standardLinks(setting, values)}
                  {...listControl(setting)}
                />
              ))}
            {'kinds' in section &&
              section.kinds.map((collection) => (
                <KindList
                  key={collection}
                  collection={collection}
                  {...listControl(`kinds.${collection}`)}
                />
              ))}
          </div>
        </fieldset>
      ))}
      <div className="formfoot savebar settings__foot">
        <Button look="primary" type="submit" busy={save.isPending}>
          <Bilingual {...t.pair(save.isPending ? 'settings.saving' : 'settings.save')} />
        </Button>
        {dirty && !save.isPending && (
          <span className="badge badge--warn">{t('settings.unsaved')}</span>
        )}
        <LastSaved
          record={saved.updatedAt === null ? null : { updatedAt: saved.updatedAt }}
          page="/"
        />
      </div>
    </RecordForm>
  )
}

/** Links to the sections. */
function SettingsContents() {
  return (
    <nav aria-label={t('settings.contents')}>
      <ul className="settings__contents">
        {settingsSections.map(({ id }) => (
          <li key={id}>
            <a href={`#section-${id}`}>{t(`settings.section.${id}`)}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function useSettingsForm(saved: SiteSettings) {
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
    },
  })
}

/** The links that visitors see while the list is empty. */
function standardLinks(setting: LinkSetting, values: TextValues) {
  if (setting === 'sideLinks.government') return governmentLinks
  const { services } = emptySiteSettings
  const internalResult = values[fieldName('services.internalResult')]?.trim() ?? ''
  return setting === 'sideLinks.eservices' ? eserviceLinks({ ...services, internalResult }) : []
}

/** The school's name, which is part of the contact record, with a link to it. */
function SchoolName() {
  const { data: contact } = useQuery(contactQuery(useAdminApi()))
  return (
    <div className="field">
      <span className="label">{t('settings.name')}</span>
      <div className="upfile">
        <div className="upfile__b">
          <b>{contact === null ? t('settings.name.none') : contact?.schoolName}</b>
          <p className="hint">{t('settings.name.where')}</p>
        </div>
        <Link className="btn btn--small" to={`${HOME_PATH}/${contactType.screen}`}>
          <Icon name="edit" /> {t('settings.name.change')}
        </Link>
      </div>
    </div>
  )
}
