import { contact as contactType } from '@bidyaloy/shared/features/contact/record'
import { settingsCopy } from '@bidyaloy/shared/features/settings/copy'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import type { SiteSettings } from '@bidyaloy/shared/features/settings/settings'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { HOME_PATH } from '../../../admin/api/return-path.ts'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { ScreenTabs } from '../../../admin/components/screen-tabs.tsx'
import type { TextValues } from '../../../admin/form/drafts.ts'
import { BengaliTextArea, BengaliTextField, SelectField } from '../../../admin/form/fields.tsx'
import { LastSaved } from '../../../admin/form/record-form.tsx'
import { RichTextField } from '../../../admin/form/rich-text/rich-text-field.tsx'
import { differingFields } from '../../../admin/form/use-record-form.ts'
import { withCopy } from '../../../admin/t.ts'
import { eserviceLinks, governmentLinks } from '../../../school/standard-links.ts'
import { settingsQuery } from '../../../school/use-school.ts'
import { Bilingual } from '../../../ui/bilingual.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useContact, useSchoolName } from '../../contact/queries.ts'
import { KindList } from './kind-list.tsx'
import { LinkList } from './link-list.tsx'
import { PictureField } from './picture-field.tsx'
import {
  SettingsRecordForm,
  shown,
  shownOptions,
  useSettingsForm,
} from './settings-record-form.tsx'
import {
  type KindSetting,
  type LinkSetting,
  type SettingsField,
  type SettingsTab,
  settingsOf,
  settingsSections,
  settingsTabs,
} from './settings-sections.ts'
import { fieldName, settingsValues } from './settings-values.ts'
import './settings.css'

const t = withCopy(settingsCopy)

/** The limit of the API, in UTF-16 units. */
const MAX_HISTORY_LENGTH = 30_000

/** Settings of every page: the school's identity, pictures and links. */
export function SettingsScreen() {
  const query = useQuery(settingsQuery(useAdminApi()))
  return (
    <div className="settings">
      <ScreenHead title={t('settings.title')} en={t.en('settings.title')} versionsOf="settings" />
      <QueryState
        query={query}
        texts={{ loading: t('settings.loading'), error: t('settings.error') }}
      >
        {(settings) => <SettingsForm saved={settings} />}
      </QueryState>
    </div>
  )
}

/** All settings in one form, on tabs; pictures are set as soon as they are chosen. */
function SettingsForm({ saved }: { saved: SiteSettings }) {
  const state = useSettingsForm(saved)
  const { form, save, values, dirty } = state
  const { errors, submitCount } = form.formState
  const isNamed = useContact() !== null
  const tab = useTab(state)
  const field = (setting: SettingsField) => {
    const { name, kind } = setting
    const control = {
      ...state.field(fieldName(name)),
      label: <Bilingual {...t.pair(`settings.${name}`)} />,
      hint: 'hint' in setting && t(setting.hint),
      autoComplete: 'off',
    }
    if (kind === 'text') return <BengaliTextField {...control} />
    if (kind === 'lines') return <BengaliTextArea {...control} rows={4} />
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
  const section = (part: (typeof settingsSections)[number]) => (
    <fieldset className="group" key={part.id}>
      <legend>{t(`settings.section.${part.id}`)}</legend>
      <div className="stack">
        {'hint' in part && <p className="hint">{t(part.hint)}</p>}
        {part.id === 'identity' && isNamed && <SchoolName />}
        {'pictures' in part &&
          part.pictures.map((picture) => (
            <PictureField key={picture} picture={picture} saved={saved.pictures[picture]} />
          ))}
        {'fields' in part && (
          <div className="grid2">
            {part.fields
              .filter((one) => !(isNamed && 'isInContact' in one))
              .map((one) => (
                <div className={'wide' in one ? 'span-all' : undefined} key={one.name}>
                  {field(one)}
                </div>
              ))}
          </div>
        )}
        {'lists' in part &&
          part.lists.map((setting) => (
            <LinkList
              key={setting}
              setting={setting}
              standard={standardLinks(setting, values)}
              {...listControl(setting)}
            />
          ))}
        {'kinds' in part &&
          part.kinds.map((collection) => (
            <KindList
              key={collection}
              collection={collection}
              {...listControl(`kinds.${collection}`)}
            />
          ))}
      </div>
    </fieldset>
  )
  const unsaved = differingFields(values, settingsValues(saved))
  return (
    <>
      <ScreenTabs
        label={t('settings.contents')}
        tabs={settingsTabs.map((one) => ({
          to: pathOf(one),
          text: t(`settings.tab.${one}`),
          state: stateOf(one, { values, errors, unsaved }),
          isCurrent: one === tab.current,
        }))}
      />
      <SettingsRecordForm state={state} reveal={tab.reveal}>
        {settingsTabs.map((one) => (
          // What is hidden keeps what was typed and sent.
          <div className="settings__tab" key={one} hidden={one !== tab.current}>
            {settingsSections.filter((part) => part.tab === one).map(section)}
          </div>
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
      </SettingsRecordForm>
    </>
  )
}

const pathOf = (tab: SettingsTab) => ({ search: tab === settingsTabs[0] ? '' : `?tab=${tab}` })

/** The tab of the address. After a refused save, that of the first wrong field. */
function useTab({ form, save }: ReturnType<typeof useSettingsForm>) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const current = settingsTabs.find((tab) => tab === params.get('tab')) ?? settingsTabs[0]
  const { errors, submitCount } = form.formState
  const wrongTabs = settingsTabs.filter((tab) => hasError(tab, errors))
  const open = (tab: SettingsTab, flushSync: boolean) =>
    void navigate(pathOf(tab), { flushSync, preventScrollReset: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per attempt
  useEffect(() => {
    const [first] = wrongTabs
    if (first && !wrongTabs.includes(current)) open(first, false)
  }, [submitCount, save.submittedAt, save.failureCount])
  return {
    current,
    /** Opens the tab of a field, at once. */
    reveal: (field: string) => {
      const tab = settingsTabs.find((one) => settingsOf(one).map(fieldName).includes(field))
      if (tab) open(tab, true)
    },
  }
}

type FormErrors = ReturnType<typeof useSettingsForm>['form']['formState']['errors']

const hasError = (tab: SettingsTab, errors: FormErrors): boolean =>
  settingsOf(tab).some((setting) => errors[fieldName(setting)])

interface FormContent {
  values: TextValues
  errors: FormErrors
  /** Names of the fields that differ from what is saved. */
  unsaved: readonly string[]
}

/** What is wrong on a tab or not saved; else the first of its values. */
function stateOf(tab: SettingsTab, { values, errors, unsaved }: FormContent): string {
  const names = settingsOf(tab).map(fieldName)
  if (hasError(tab, errors)) return t('settings.tab.wrong')
  if (names.some((name) => unsaved.includes(name))) return t('settings.tab.unsaved')
  const texts = names.filter((name) => name !== fieldName('jubilee.shown'))
  return (
    texts.map((name) => shown(name, values[name] ?? '')).find(Boolean) ?? t('settings.tab.empty')
  )
}

/** The links that visitors see while the list is empty. */
function standardLinks(setting: LinkSetting, values: TextValues) {
  if (setting === 'sideLinks.government') return governmentLinks
  const { services } = emptySiteSettings
  const internalResult = values[fieldName('services.internalResult')]?.trim() ?? ''
  return setting === 'sideLinks.eservices' ? eserviceLinks({ ...services, internalResult }) : []
}

/** The name that the contact record has, with a link to it. */
export function SchoolName() {
  const name = useSchoolName()
  return (
    <div className="field">
      <span className="label">{t('settings.identity.name')}</span>
      <div className="upfile">
        <b className="upfile__b">{name}</b>
        <Link className="btn btn--small" to={`${HOME_PATH}/${contactType.screen}`}>
          <Icon name="edit" /> {t('settings.name.change')}
        </Link>
      </div>
    </div>
  )
}
