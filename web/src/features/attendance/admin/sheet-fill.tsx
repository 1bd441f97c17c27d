import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { attendanceAdminCopy } from '@bidyaloy/shared/features/attendance/admin-copy'
import { readNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { groupKey } from '@bidyaloy/shared/school/class-groups'
import { type Column, RecordTable } from '../../../admin/components/record-table.tsx'
import { drafts, type TextValues } from '../../../admin/form/drafts.ts'
import { groupReasonText } from '../../../admin/sheet-import/group-reasons.ts'
import {
  type GroupReading,
  type GroupRow,
  type GroupVocabulary,
  MAX_GROUP_ROWS,
  readGroupTable,
} from '../../../admin/sheet-import/group-sheet.ts'
import { PreviewCard } from '../../../admin/sheet-import/preview-card.tsx'
import { RejectedRows } from '../../../admin/sheet-import/rejected-rows.tsx'
import { SheetImport } from '../../../admin/sheet-import/sheet-import.tsx'
import { SheetSource } from '../../../admin/sheet-import/sheet-source.tsx'
import { withCopy } from '../../../admin/t.ts'
import { headingReader } from '../../../lib/tables/column-headings.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import {
  type FormGroup,
  fieldOf,
  groupText,
  NUMBERS,
  type NumberName,
} from './attendance-values.ts'

const t = withCopy(attendanceAdminCopy, sheetCopy)

const PASTE_DRAFT = 'attendancePaste'

/** The columns of a sheet with the attendance of a day. */
const vocabulary: GroupVocabulary<NumberName> = {
  fields: NUMBERS,
  columnOf: headingReader([
    ['className', /^(শ্রেণ[িী]|শ্রেন[িী]|ক্লাস|class|grade|standard|std)( |$|র |name)/],
    ['shift', /শিফট|সিফট|shift/],
    ['section', /শাখা|সেকশন|section|^sec$/],
    ['total', /অনুপস্থিত|absent|হার|শতকরা|per ?cent|%/],
    ['present', /উপস্থিত|হাজির|present|attend/],
    ['enrolled', /মোট|ছাত্রী|শিক্ষার্থী|total|enrol|student|girl/],
  ]),
}

interface SheetFillProps {
  groups: readonly FormGroup[]
  values: TextValues
  onBack: () => void
  /** @param n number of groups that get numbers */
  onFill: (typed: TextValues, n: number) => void
}

/** Puts the numbers of a sheet into the form of a day; nothing is published by that. */
export function SheetFill({ groups, values, onBack, onFill }: SheetFillProps) {
  return (
    <>
      <h2>{t('attendanceAdmin.sheet.title')}</h2>
      <p>
        <Button small icon="left" onClick={onBack}>
          {t('attendanceAdmin.sheet.back')}
        </Button>
      </p>
      <SheetImport<GroupReading<NumberName>, never>
        source={(stage) => (
          <SheetSource
            {...stage}
            label={t('attendanceAdmin.sheet.title')}
            draft={PASTE_DRAFT}
            read={(source) => readGroupTable(source, vocabulary)}
            problemText={(problem) =>
              problem === 'no-numbers' || problem === 'too-long'
                ? t(`attendanceAdmin.sheet.${problem}`, { max: toBengaliDigits(MAX_GROUP_ROWS) })
                : t(`import.problem.${problem}`)
            }
            rules={(['head', 'words', 'blank', 'later'] as const).map((rule) =>
              t(`attendanceAdmin.sheet.rule.${rule}`),
            )}
          />
        )}
        preview={(reading, stage) => (
          <Preview
            {...stage}
            reading={reading}
            groups={groups}
            values={values}
            onFill={(typed, n) => {
              drafts.forget(PASTE_DRAFT)
              onFill(typed, n)
            }}
          />
        )}
        done={() => null}
      />
    </>
  )
}

interface PreviewProps extends Pick<SheetFillProps, 'groups' | 'values' | 'onFill'> {
  reading: GroupReading<NumberName>
  onBack: () => void
}

function Preview({ reading, groups, values, onBack, onFill }: PreviewProps) {
  const { rows, rejected, ignored } = reading
  const keys = new Set(groups.map(groupKey))
  const known = rows.filter((row) => keys.has(groupKey(row)))
  const unknown = rows.filter((row) => !keys.has(groupKey(row)))
  const changed = known.filter((row) => Object.keys(changesOf(row, values)).length > 0)
  const numbers = (textOf: (name: NumberName) => string) =>
    [textOf('present'), textOf('enrolled')].map((text) => text || '–').join('/')
  const columns: Column<GroupRow<NumberName>>[] = [
    {
      id: 'group',
      head: t('attendanceAdmin.col.group'),
      cell: groupText,
    },
    {
      id: 'now',
      head: t('attendanceAdmin.sheet.now'),
      label: t('attendanceAdmin.sheet.now'),
      cell: (row) => toBengaliDigits(numbers((name) => values[fieldOf(name, row)] ?? '')),
    },
    {
      id: 'new',
      head: t('attendanceAdmin.sheet.new'),
      label: t('attendanceAdmin.sheet.new'),
      cell: (row) =>
        toBengaliDigits(
          numbers((name) => String(row.counts[name] ?? values[fieldOf(name, row)] ?? '')),
        ),
    },
    {
      id: 'line',
      head: t('import.line'),
      label: t('import.line'),
      cell: ({ line }) => toBengaliDigits(line),
    },
  ]
  const fill = () =>
    onFill(Object.assign({}, ...changed.map((row) => changesOf(row, values))), changed.length)
  return (
    <PreviewCard
      title={t('attendanceAdmin.sheet.preview')}
      confirm={
        changed.length > 0
          ? t('attendanceAdmin.sheet.confirm', { n: toBengaliDigits(changed.length) })
          : null
      }
      isSaving={false}
      onConfirm={fill}
      onBack={onBack}
    >
      {ignored.length > 0 && (
        <p className="hint">{t('import.ignored', { columns: ignored.join(', ') })}</p>
      )}
      {unknown.length > 0 && (
        <Alert tone="warn">
          {t('attendanceAdmin.sheet.unknown', { groups: unknown.map(groupText).join(', ') })}
        </Alert>
      )}
      {rejected.length > 0 && (
        <RejectedRows
          rows={rejected}
          reasonText={({ reason }) =>
            groupReasonText(reason, (name) => t(`attendanceAdmin.col.${name}`))
          }
          remedy={t('attendanceAdmin.sheet.rejected')}
        />
      )}
      {changed.length > 0 ? (
        <RecordTable
          caption={t('attendanceAdmin.sheet.preview')}
          columns={columns}
          rows={changed}
          keyOf={groupKey}
        />
      ) : (
        known.length > 0 && <Alert tone="ok">{t('attendanceAdmin.sheet.same')}</Alert>
      )}
    </PreviewCard>
  )
}

/** Returns the numbers of a row that differ from those of the form. */
function changesOf(row: GroupRow<NumberName>, values: TextValues): TextValues {
  const changes = NUMBERS.flatMap((name) => {
    const field = fieldOf(name, row)
    const number = row.counts[name]
    return number === undefined || number === readNumber(values[field] ?? '')
      ? []
      : [[field, toBengaliDigits(number)] as const]
  })
  return Object.fromEntries(changes)
}
