import { kindsOf } from '@bidyaloy/shared/collections/kinds'
import { firstRunCopy, readyMessages } from '@bidyaloy/shared/copy/first-run-copy'
import type { SiteSettings } from '@bidyaloy/shared/features/settings/settings'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import type { AdminOverview } from '@bidyaloy/shared/school/admin-overview'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { useContact } from '../../features/contact/queries.ts'
import { PasteCard } from '../../features/people/admin/paste-card.tsx'
import { PictureField } from '../../features/settings/admin/picture-field.tsx'
import {
  SettingsRecordForm,
  useSettingsForm,
} from '../../features/settings/admin/settings-record-form.tsx'
import { SchoolName } from '../../features/settings/admin/settings-screen.tsx'
import { fieldName } from '../../features/settings/admin/settings-values.ts'
import { useSettings } from '../../school/use-school.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { HOME_PATH } from '../api/return-path.ts'
import { useRights } from '../api/session.ts'
import { focusOnMount } from '../components/focus.ts'
import { overviewQuery } from '../components/overview-query.ts'
import { PageTitle } from '../components/screen-head.tsx'
import { rightOfScreen } from '../components/screen-links.ts'
import { ScreenTabs } from '../components/screen-tabs.tsx'
import { Composer } from '../compose/composer.tsx'
import { usePublished } from '../entries/published-card.tsx'
import { BengaliTextField } from '../form/fields.tsx'
import { RadioPicks } from '../form/radio-picks.tsx'
import { withCopy } from '../t.ts'
import {
  FIRST_RUN,
  type FirstRunStep,
  MoveInLink,
  stepPath,
  useDoneSteps,
} from './first-run-steps.tsx'
import { setupTasks, Tasks } from './todo.tsx'

const t = withCopy(firstRunCopy)

const firstNotice = {
  title: t('firstRun.notice.title'),
  body: t('firstRun.notice.text'),
  properties: {},
}

interface FirstRunProps {
  step: FirstRunStep
  overview: AdminOverview
}

/** Sets up a new site in five steps, each with an address, and shows it as it grows. */
export function FirstRun({ step, overview }: FirstRunProps) {
  const queryClient = useQueryClient()
  const { queryKey } = overviewQuery(useAdminApi())
  const navigate = useNavigate()
  const settings = useSettings()
  const done = useDoneSteps(overview)
  const { onPublished, card } = usePublished()
  const toasts = useToasts()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step
  useEffect(() => {
    // Also those with an undo: they would lie over the button of this step for a minute.
    for (const { id } of toasts.list()) toasts.dismiss(id)
    // The step before may be done now.
    void queryClient.invalidateQueries({ queryKey })
  }, [step])
  const next = FIRST_RUN[FIRST_RUN.indexOf(step) + 1] ?? step
  const goOn = () => void navigate(stepPath(next))
  const skip = (
    <Link className="btn btn--quiet" to={stepPath(next)}>
      {t(done.includes(step) ? 'firstRun.next' : 'firstRun.skip')}
    </Link>
  )
  return (
    <div className="home">
      <div className="admin__head">
        <PageTitle>{t('firstRun.title')}</PageTitle>
        <h1>{t('firstRun.title')}</h1>
      </div>
      <ScreenTabs
        label={t('firstRun.title')}
        tabs={FIRST_RUN.map((one, at) => ({
          to: stepPath(one),
          text: `${toBengaliDigits(at + 1)}. ${t(`firstRun.${one}`)}`,
          state: done.includes(one) ? t('firstRun.done') : undefined,
          isCurrent: one === step,
        }))}
      />
      <h2 className="vh" key={step} tabIndex={-1} ref={focusOnMount}>
        {t(`firstRun.${step}`)}
      </h2>
      {step === 'notice' && (
        <>
          <Composer
            collection="notices"
            start={firstNotice}
            onPublished={(...published) => {
              onPublished(...published)
              goOn()
            }}
          />
          <p>{skip}</p>
          <MoveInLink />
        </>
      )}
      {step !== 'notice' && (
        <div className="compose">
          <div className="stack">
            {(step === 'name' || step === 'head') && settings && (
              <SettingsStep key={step} saved={settings} isHead={step === 'head'} onSaved={goOn}>
                {skip}
              </SettingsStep>
            )}
            {step === 'people' && <PeopleStep>{skip}</PeopleStep>}
            {step === 'later' && (
              <>
                {card}
                <Later overview={overview} />
              </>
            )}
          </div>
          <SiteNow key={`${step} ${settings?.__v}`} />
        </div>
      )}
    </div>
  )
}

interface SettingsStepProps {
  saved: SiteSettings
  /** Whether it asks for the head teacher; else for the school's name. */
  isHead: boolean
  onSaved: () => void
  children: ReactNode
}

/** A part of the settings. */
function SettingsStep({ saved, isHead, onSaved, children }: SettingsStepProps) {
  const state = useSettingsForm(saved, onSaved)
  const isNamed = Boolean(useContact())
  return (
    <SettingsRecordForm state={state}>
      {isHead && (
        <>
          <BengaliTextField
            {...state.field(fieldName('headTeacher.name'))}
            label={t('firstRun.head')}
            autoComplete="off"
          />
          <PictureField picture="headTeacher" saved={saved.pictures.headTeacher} />
          <ReadyMessages state={state} />
        </>
      )}
      {!isHead && isNamed && <SchoolName />}
      {!isHead && (
        <>
          {!isNamed && (
            <BengaliTextField
              {...state.field(fieldName('identity.name'))}
              label={t('firstRun.name')}
              autoComplete="off"
            />
          )}
          <div className="grid2">
            <BengaliTextField
              {...state.field(fieldName('identity.place'))}
              label={t('firstRun.district')}
              autoComplete="off"
            />
            {!isNamed && (
              <TextField
                {...state.field(fieldName('identity.phone'))}
                label={t('firstRun.phone')}
                inputMode="tel"
                autoComplete="off"
              />
            )}
          </div>
        </>
      )}
      <div className="formfoot">
        <Button look="primary" type="submit" busy={state.save.isPending}>
          {t('firstRun.save')}
        </Button>
        {children}
      </div>
    </SettingsRecordForm>
  )
}

/** Messages of a head teacher to choose from, and the one that is written. */
function ReadyMessages({ state: { form, values } }: { state: ReturnType<typeof useSettingsForm> }) {
  const name = fieldName('headTeacher.message')
  const chosen = values[name] ?? ''
  const texts: readonly string[] = readyMessages
  const offered = chosen === '' || texts.includes(chosen) ? texts : [chosen, ...texts]
  return (
    <RadioPicks
      className="picks firstrun__messages"
      legend={t('firstRun.message')}
      hint={t('firstRun.message.hint')}
      options={offered.map((text) => ({ value: text, label: text }))}
      value={chosen}
      onChange={(text) => form.setValue(name, text, { shouldDirty: true })}
    />
  )
}

/** The list of teachers, pasted from a spreadsheet. */
function PeopleStep({ children }: { children: ReactNode }) {
  const list = useQuery(entriesQuery(useAdminApi(), 'people', { state: 'all', sort: 'order' }))
  return (
    <>
      <PasteCard kinds={kindsOf('people', useSettings())} present={list.data} />
      <p>{children}</p>
    </>
  )
}

/** What is left of setting up. */
function Later({ overview }: { overview: AdminOverview }) {
  const may = useRights()
  return (
    <section className="card card--flush" aria-label={t('firstRun.later')}>
      <p className="card__h3">{t('firstRun.later.lead')}</p>
      <Tasks tasks={setupTasks(overview, (path) => may(rightOfScreen(path)))} />
      <p className="card__h3">
        <Link className="btn btn--primary" to={HOME_PATH}>
          {t('firstRun.home')}
        </Link>
      </p>
    </section>
  )
}

/** The front page; in narrow windows a link to it. */
function SiteNow() {
  // An address of its own is read again, not from the browser's cache.
  const [address] = useState(() => `/?${Date.now()}`)
  if (inDesktopApp()) return null
  return (
    <aside className="phone3 sitenow" aria-label={t('firstRun.site')}>
      <p>
        <a href="/">{t('firstRun.site')}</a>
      </p>
      <iframe className="phone3__f" src={address} title={t('firstRun.site')} />
    </aside>
  )
}
