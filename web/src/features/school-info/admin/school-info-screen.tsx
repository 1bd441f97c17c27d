import { schoolInfoAdminCopy } from '@bidyaloy/shared/features/school-info/admin-copy'
import { schoolInfoCopy } from '@bidyaloy/shared/features/school-info/copy'
import {
  FACILITY_COUNTS,
  NewSchoolInfo,
  type SchoolInfo,
  SHIFT_FIELDS,
  YES_NO_FIELDS,
} from '@bidyaloy/shared/features/school-info/school-info'
import { readNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { failureText } from '../../../admin/api/failure-text.ts'
import { useWriteApi } from '../../../admin/api/use-write-api.ts'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { contractResolver } from '../../../admin/form/contract-resolver.ts'
import type { TextValues } from '../../../admin/form/drafts.ts'
import { BengaliTextField, NumberField, SelectField } from '../../../admin/form/fields.tsx'
import { LastSaved, RecordForm } from '../../../admin/form/record-form.tsx'
import { useRecordForm } from '../../../admin/form/use-record-form.ts'
import { withCopy } from '../../../admin/t.ts'
import { Bilingual } from '../../../ui/bilingual.tsx'
import { Button } from '../../../ui/button.tsx'
import { SchoolTabs } from '../../contact/admin/school-tabs.tsx'
import { schoolInfoQuery } from '../queries.ts'

const t = withCopy(schoolInfoCopy, schoolInfoAdminCopy)

/** Creates or updates the school's key facts. */
export function SchoolInfoScreen() {
  const query = useQuery(schoolInfoQuery(useAdminApi()))
  return (
    <>
      <ScreenHead
        title={t('admin.schoolInfo.title')}
        en={t.en('admin.schoolInfo.title')}
        versionsOf="schoolInfo"
      >
        {t('admin.schoolInfo.lead')}
      </ScreenHead>
      <SchoolTabs />
      <QueryState
        query={query}
        texts={{ loading: t.pair('admin.schoolInfo.loading'), error: t('admin.schoolInfo.failed') }}
        isEmpty={() => false}
      >
        {(info) => <SchoolInfoForm saved={info} />}
      </QueryState>
    </>
  )
}

/** The fieldsets of the form. */
const groups = [
  { title: 'admin.schoolInfo.group.shifts', fields: SHIFT_FIELDS },
  {
    title: 'admin.schoolInfo.group.buildings',
    fields: [
      'totalLand',
      'totalBuildings',
      'totalClasses',
      'boundaryWall',
      'auditorium',
      'librarySeats',
    ],
  },
  {
    title: 'admin.schoolInfo.group.teaching',
    fields: ['multimediaClasses', 'ictLabs', 'scienceLabs', 'totalStudents'],
  },
] as const

const yesNo = (['Yes', 'No'] as const).map((value) => ({
  value,
  label: t.both(`enum.yesno.${value}`),
}))

const hints: Partial<Record<SchoolInfoField, string>> = Object.fromEntries(
  SHIFT_FIELDS.map((field) => [field, t(`schoolInfo.field.${field}.hint`)]),
)

const isField = (name: string): name is SchoolInfoField => name in blank
const nameOf = (name: string) => (isField(name) ? t(`schoolInfo.field.${name}`) : name)

/** The display text of a value. */
function shown(name: string, value: string): string {
  if (isNumberField(name)) return toBengaliDigits(value)
  return yesNo.find((option) => option.value === value)?.label ?? value
}

function SchoolInfoForm({ saved }: { saved: SchoolInfo | null }) {
  const { api, notifySaved } = useWriteApi()
  const queryClient = useQueryClient()
  const query = schoolInfoQuery(api)
  const state = useRecordForm<SchoolInfo>({
    draft: 'schoolInfo',
    blank,
    saved,
    toValues,
    resolver,
    send: (values, version, idempotencyKey) => {
      const body = NewSchoolInfo.parse(toBody(values))
      return version === null || saved === null
        ? api.createSchoolInfo({ body }, { idempotencyKey })
        : api.updateSchoolInfo({ params: { id: saved._id }, body: { ...body, __v: version } })
    },
    reload: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    onSettled: (record, how) => {
      queryClient.setQueryData(query.queryKey, record)
      if (how === 'theirs') return
      notifySaved({ text: <Bilingual {...t.pair(`admin.schoolInfo.${how}`)} /> })
    },
  })
  const field = (name: SchoolInfoField) => ({
    ...state.field(name),
    label: nameOf(name),
    hint: hints[name],
    required: true,
  })
  return (
    <RecordForm
      state={state}
      label={t('admin.schoolInfo.title')}
      nameOf={nameOf}
      shown={shown}
      failed={(error) => {
        // The specification's wording, followed by the server's message.
        const text = failureText(error)
        return (
          <p>
            <b>{t('admin.schoolInfo.saveError')}</b>
            {text}{' '}
            <span className="vh" lang="en">
              {t.en('admin.schoolInfo.saveError')}
              <span lang="bn">{text}</span>
            </span>
          </p>
        )
      }}
    >
      {groups.map(({ title, fields }) => (
        <fieldset className="group" key={title}>
          <legend>{t(title)}</legend>
          <div className="grid3">
            {fields.map((name) =>
              name === 'boundaryWall' || name === 'auditorium' ? (
                <SelectField
                  key={name}
                  {...field(name)}
                  options={yesNo}
                  blank={t.both('enum.select')}
                />
              ) : isNumberField(name) ? (
                <NumberField
                  key={name}
                  {...field(name)}
                  inputMode={name === 'totalLand' ? 'decimal' : 'numeric'}
                />
              ) : (
                <BengaliTextField key={name} {...field(name)} autoComplete="off" />
              ),
            )}
          </div>
        </fieldset>
      ))}
      <div className="formfoot">
        <Button look="primary" type="submit" busy={state.save.isPending}>
          {state.save.isPending ? (
            t('form.saving')
          ) : (
            <Bilingual
              {...t.pair(state.isNew ? 'admin.schoolInfo.create' : 'admin.schoolInfo.update')}
            />
          )}
        </Button>
        <LastSaved record={saved} page="/schoolInfo" />
      </div>
    </RecordForm>
  )
}

const NUMBER_FIELDS = ['totalLand', ...FACILITY_COUNTS] as const
const FIELDS = [...SHIFT_FIELDS, ...NUMBER_FIELDS, ...YES_NO_FIELDS] as const
type SchoolInfoField = (typeof FIELDS)[number]

/** Whether a field holds a number. */
const isNumberField = (name: string): boolean => NUMBER_FIELDS.some((field) => field === name)

const blank: TextValues = Object.fromEntries(FIELDS.map((field) => [field, '']))

/** The form values of a saved record. */
const toValues = (info: SchoolInfo): TextValues =>
  Object.fromEntries(FIELDS.map((field) => [field, String(info[field])]))

/** The request body: typed values with the numbers parsed, not yet validated. */
function toBody(values: TextValues): Record<string, unknown> {
  const numbers = NUMBER_FIELDS.map((field) => [field, readNumber(values[field] ?? '')])
  return { ...values, ...Object.fromEntries(numbers) }
}

const resolver = contractResolver(NewSchoolInfo, toBody)
