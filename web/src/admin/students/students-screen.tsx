import { studentsCopy } from '@bidyaloy/shared/copy/students-copy'
import type { StudentCount } from '@bidyaloy/shared/school/student-count'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { studentCountsQuery } from '../../school/use-school.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyBox, ErrorBox, LoadingBox } from '../../ui/state-box.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { UnreadNote } from '../desktop-state/desktop-only.tsx'
import { drafts, readFormDraft } from '../form/drafts.ts'
import { withCopy } from '../t.ts'
import { CountEditor } from './count-editor.tsx'
import { zeros } from './count-fields.tsx'
import { draftName } from './count-form.tsx'
import { countQuery } from './count-group.ts'
import { CountTable } from './count-table.tsx'
import { DeleteCountDialog } from './delete-count-dialog.tsx'
import { saveFile } from './export/save-file.ts'
import { type Chosen, groupOf, NOTHING_CHOSEN } from './group-picker.tsx'

const t = withCopy(studentsCopy)

const CHOSEN_DRAFT = 'studentCount'

/** The choice to begin with: the one whose numbers were typed and never saved, if any. */
function chosenBefore(): Chosen {
  const { className = '', shift = '', section = '' } = drafts.read(CHOSEN_DRAFT)
  const chosen = { className, shift, section }
  const group = groupOf(chosen)
  return group && readFormDraft(draftName(group), zeros) ? chosen : NOTHING_CHOSEN
}

/** Student counts: the form for one class, shift and section, and all of them below. */
export function StudentsScreen() {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState(chosenBefore)
  const [fromTable, setFromTable] = useState(false)
  const [leaving, setLeaving] = useState<StudentCount | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useQuery(studentCountsQuery(api))
  useEffect(() => drafts.store(CHOSEN_DRAFT, chosen), [chosen])
  const choose = (next: Chosen) => {
    const group = groupOf(next)
    // Looked up again: a failed lookup must not show the numbers of an earlier one.
    if (group) queryClient.removeQueries({ queryKey: countQuery(api, group).queryKey })
    setFromTable(false)
    setChosen(next)
  }
  const edit = (count: StudentCount) => {
    const { className, shift, section } = count
    // What the table shows can be edited without a connection, too.
    queryClient.setQueryData(countQuery(api, { className, shift, section }).queryKey, count)
    setFromTable(true)
    setChosen({ className, shift, section })
  }
  return (
    <>
      <ScreenHead title={t('admin.students.title')}>{t('students.lead')}</ScreenHead>
      <CountEditor chosen={chosen} focusNumbers={fromTable} onChoose={choose} />
      <section className="stack stack--3" aria-labelledby="saved-counts">
        <div className="row row--between">
          <h2 id="saved-counts" tabIndex={-1} ref={heading}>
            {t('students.table')}
          </h2>
          <div className="row">
            <Link className="btn btn--small" to="import">
              <Icon name="upload" /> {t('students.import')}
            </Link>
            {list.data && list.data.length > 0 && <ExportButtons counts={list.data} />}
          </div>
        </div>
        <UnreadNote list="/api/studentCounts" />
        {list.data && list.data.length > 0 ? (
          <CountTable rows={list.data} onEdit={edit} onDelete={setLeaving} />
        ) : (
          <div className="card">
            {list.data ? (
              <EmptyBox id="public.students.empty" />
            ) : list.isError ? (
              <ErrorBox id="public.students.error" onRetry={() => list.refetch()} />
            ) : (
              <LoadingBox id="public.students.loading" />
            )}
          </div>
        )}
      </section>
      {leaving && (
        <DeleteCountDialog
          count={leaving}
          onClose={() => setLeaving(null)}
          onGone={() => heading.current?.focus()}
        />
      )}
    </>
  )
}

const formats = ['xlsx', 'csv'] as const

/** The whole table as a file, boys included; the import reads it again. */
function ExportButtons({ counts }: { counts: readonly StudentCount[] }) {
  const toasts = useToasts()
  const make = useMutation({
    mutationFn: async (format: (typeof formats)[number]) => {
      const { countsCsv, countsXlsx, sheetName } = await import('./export/count-sheets.ts')
      const content = format === 'xlsx' ? await countsXlsx(counts) : countsCsv(counts)
      saveFile(content, `${sheetName(new Date())}.${format}`)
    },
    onError: () => toasts.show({ tone: 'error', text: t('students.export.failed') }),
  })
  return formats.map((format) => (
    <Button
      small
      key={format}
      icon="download"
      busy={make.isPending && make.variables === format}
      onClick={() => make.mutate(format)}
    >
      {t(`students.export.${format}`)}
    </Button>
  ))
}
