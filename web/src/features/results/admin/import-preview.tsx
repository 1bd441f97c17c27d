import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { resultsAdminCopy } from '@bidyaloy/shared/features/results/admin-copy'
import { type ImportedResults, ResultImport } from '@bidyaloy/shared/features/results/results'
import { examKey } from '@bidyaloy/shared/features/results/slip-code'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays } from '@bidyaloy/shared/lib/bengali/days'
import { readNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { SECTIONS, SHIFTS } from '@bidyaloy/shared/school/class-groups'
import { CLASS_NAMES } from '@bidyaloy/shared/school/classes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { failedFields, failureText, hasCode } from '../../../admin/api/failure-text.ts'
import { schemaErrors } from '../../../admin/form/contract-resolver.ts'
import { DayField } from '../../../admin/form/day-field.tsx'
import { SelectField } from '../../../admin/form/fields.tsx'
import { PreviewCard } from '../../../admin/sheet-import/preview-card.tsx'
import { RejectedRows } from '../../../admin/sheet-import/rejected-rows.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Field } from '../../../ui/field.tsx'
import type { ReadRow, Rejection, ResultReading } from './parse-result-sheet.ts'
import { keptSlips, sheetsQuery } from './sheets-query.ts'
import './import-preview.css'

const t = withCopy(resultsAdminCopy, sheetCopy)

/** Days for which results can be seen unless another day is chosen. */
const USUAL_DAYS = 21

interface ImportPreviewProps {
  reading: ResultReading
  onBack: () => void
  onDone: (imported: ImportedResults) => void
}

/** Shows what the sheet says, of which nothing is stored yet; asks for the examination and its end. */
export function ImportPreview({ reading, onBack, onDone }: ImportPreviewProps) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const sheets = useQuery(sheetsQuery(api))
  const [today] = useState(() => dhakaTime(new Date()).iso)
  const [values, setValues] = useState({
    exam: reading.exam,
    className: '',
    shift: '',
    section: '',
    until: addDays(today, USUAL_DAYS),
    ...reading.group,
  })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { exam, className, shift, section } = values
  const present = sheets.data?.find(
    (sheet) =>
      examKey(sheet.exam) === examKey(exam) &&
      sheet.className === className &&
      sheet.shift === shift &&
      sheet.section === section,
  )
  const rows = reading.rows.map(({ line: _, sum: __, ...row }) => row)
  const seal = useMutation({
    mutationFn: async () => {
      const body = ResultImport.parse({ ...values, rows, __v: present?.__v ?? null })
      return api.sealResults({ body })
    },
    onSuccess: (imported) => {
      keptSlips.keep(imported.sheet._id, imported.kept)
      onDone(imported)
    },
    onError: (error) => setErrors(failedFields(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['resultSheets'] }),
  })
  const set = (name: keyof typeof values) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }))
  const confirm = () => {
    const wrong = schemaErrors(ResultImport, { ...values, rows, __v: present?.__v ?? null })
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) seal.mutate()
  }
  const n = toBengaliDigits(rows.length)
  return (
    <PreviewCard
      title={t('results.import.preview')}
      failure={
        seal.isError && (
          <>
            <b>{t('results.import.failed')}</b>{' '}
            {hasCode(seal.error, 'conflict')
              ? t('results.import.conflict')
              : failureText(seal.error)}
          </>
        )
      }
      confirm={rows.length > 0 ? t('results.import.confirm', { n }) : null}
      isSaving={seal.isPending}
      onConfirm={confirm}
      onBack={onBack}
    >
      <p>
        {t('results.import.read', { n: toBengaliDigits(rows.length + reading.rejected.length) })}
      </p>
      {reading.rejected.length > 0 && (
        <RejectedRows
          rows={reading.rejected}
          reasonText={({ reason }) => reasonText(reason)}
          remedy={t('results.import.rejected')}
        />
      )}
      {reading.ignored.length > 0 && (
        <p className="hint">{t('import.ignored', { columns: reading.ignored.join(', ') })}</p>
      )}
      <SheetFields
        values={values}
        errors={errors}
        exams={[...new Set(sheets.data?.map((sheet) => sheet.exam))]}
        today={today}
        set={set}
      />
      {present && <Alert tone="warn">{t('results.import.replaces')}</Alert>}
      <ReadRows reading={reading} />
    </PreviewCard>
  )
}

function reasonText(reason: Rejection): string {
  if (reason.kind === 'twice') {
    return t('results.import.reason.twice', { line: toBengaliDigits(reason.line) })
  }
  if (reason.kind === 'over') {
    const { subject, mark, full } = reason
    return t('results.import.reason.over', { subject, mark, full: toBengaliDigits(full) })
  }
  return t(`results.import.reason.${reason.kind}`)
}

type Values = Readonly<Record<'exam' | 'className' | 'shift' | 'section' | 'until', string>>

interface SheetFieldsProps {
  values: Values
  errors: Readonly<Record<string, string>>
  /** Names of examinations that have results. */
  exams: readonly string[]
  today: string
  set: (name: keyof Values) => (value: string) => void
}

function SheetFields({ values, errors, exams, today, set }: SheetFieldsProps) {
  const id = useId()
  const select = (name: 'className' | 'shift' | 'section') => ({
    value: values[name],
    error: errors[name],
    required: true,
    onChange: ({ target }: { target: { value: string } }) => set(name)(target.value),
  })
  return (
    <div className="grid2">
      <Field
        label={t('results.import.exam')}
        hint={t('results.import.exam.hint')}
        error={errors.exam}
      >
        {(control) => (
          <>
            <input
              {...control}
              className="input"
              list={`${id}-exams`}
              autoComplete="off"
              maxLength={60}
              required
              value={values.exam}
              onChange={({ target }) => set('exam')(target.value)}
            />
            <datalist id={`${id}-exams`}>
              {exams.map((exam) => (
                <option key={exam} value={exam} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <DayField
        label={t('results.import.until')}
        hint={t('results.import.until.hint')}
        error={errors.until}
        near={today}
        value={values.until}
        onChange={set('until')}
      />
      <SelectField
        {...select('className')}
        label={t('results.import.class')}
        options={CLASS_NAMES.map((value) => ({ value, label: t(`enum.class.${value}`) }))}
      />
      <SelectField
        {...select('shift')}
        label={t('results.import.shift')}
        options={SHIFTS.map((value) => ({ value, label: t(`enum.shift.${value}`) }))}
      />
      <SelectField
        {...select('section')}
        label={t('results.import.section')}
        options={SECTIONS.map((value) => ({ value, label: t(`enum.section.${value}`) }))}
      />
    </div>
  )
}

/** Whether the sheet's total is another one than the sum of its marks. */
const differs = ({ total, sum }: ReadRow) => {
  const written = readNumber(total)
  return sum !== null && written !== null && !Number.isNaN(written) && written !== sum
}

/** The rows as they are read. Sums stand beside the sheet's totals; nothing else is computed. */
function ReadRows({ reading: { rows, subjects } }: { reading: ResultReading }) {
  const different = rows.filter(differs).length
  const caption = t('results.import.table')
  return (
    <>
      {different > 0 && (
        <Alert tone="warn">{t('results.import.differ', { n: toBengaliDigits(different) })}</Alert>
      )}
      <section className="resultrows" tabIndex={-1} aria-label={caption}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways */}
        <div tabIndex={0}>
          <table className="table">
            <caption className="vh">{caption}</caption>
            <thead>
              <tr>
                <th scope="col">{t('results.import.girl')}</th>
                {subjects.map((subject) => (
                  <th scope="col" key={subject}>
                    {subject}
                  </th>
                ))}
                <th scope="col">{t('results.import.total')}</th>
                <th scope="col">{t('results.import.sum')}</th>
                <th scope="col">{t('results.import.gpa')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.roll} data-differs={differs(row) || undefined}>
                  <th scope="row">
                    {toBengaliDigits(row.roll)} {row.name}
                  </th>
                  {row.marks.map(({ subject, mark, grade }) => (
                    <td key={subject}>
                      {mark}
                      {grade && <small> {grade}</small>}
                    </td>
                  ))}
                  <td>{row.total}</td>
                  <td>{row.sum === null ? '' : toBengaliDigits(row.sum)}</td>
                  <td>{row.gpa || row.grade}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </>
  )
}
