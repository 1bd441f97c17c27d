import { studentsCopy } from '@bidyaloy/shared/features/student-counts/copy'
import type { StudentCount } from '@bidyaloy/shared/features/student-counts/student-count'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { UnreadNote } from '../../../admin/desktop-state/desktop-only.tsx'
import { drafts, readFormDraft } from '../../../admin/form/drafts.ts'
import { withCopy } from '../../../admin/t.ts'
import { Icon } from '../../../ui/icon.tsx'
import { countStates } from '../count-columns.tsx'
import { studentCountsQuery } from '../queries.ts'
import { CountEditor } from './count-editor.tsx'
import { zeros } from './count-fields.tsx'
import { countDraft, countQuery, type GroupChoice, groupOf, NO_GROUP } from './count-group.ts'
import { CountTable } from './count-table.tsx'
import { DeleteCountDialog } from './delete-count-dialog.tsx'
import { SheetButton } from './sheet-button.tsx'

const t = withCopy(studentsCopy)

const CHOICE_DRAFT = 'studentCount'

/** Returns the stored choice if its count has unsaved numbers. */
function initialChoice(): GroupChoice {
  const choice = { ...NO_GROUP, ...drafts.read(CHOICE_DRAFT) }
  const group = groupOf(choice)
  return group && readFormDraft(countDraft(group), zeros) ? group : NO_GROUP
}

/** Student counts: the form for one class, shift and section, above the table of all counts. */
export function StudentsScreen() {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const [choice, setChoice] = useState(initialChoice)
  const [fromTable, setFromTable] = useState(false)
  const [deleting, setDeleting] = useState<StudentCount | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useQuery(studentCountsQuery(api))
  useEffect(() => drafts.store(CHOICE_DRAFT, choice), [choice])
  const choose = (next: GroupChoice) => {
    const group = groupOf(next)
    // Loaded again: a failed request must not show the numbers of an earlier one.
    if (group) queryClient.removeQueries({ queryKey: countQuery(api, group).queryKey })
    setFromTable(false)
    setChoice(next)
  }
  const edit = (count: StudentCount) => {
    const { className, shift, section } = count
    const group = { className, shift, section }
    // Without a connection the counts of the table can still be edited.
    queryClient.setQueryData(countQuery(api, group).queryKey, count)
    setFromTable(true)
    setChoice(group)
  }
  return (
    <>
      <ScreenHead title={t('admin.students.title')}>{t('students.lead')}</ScreenHead>
      <CountEditor choice={choice} focusNumbers={fromTable} onChoose={choose} />
      <section className="stack stack--3" aria-labelledby="saved-counts">
        <div className="row row--between">
          <h2 id="saved-counts" tabIndex={-1} ref={heading}>
            {t('students.table')}
          </h2>
          <div className="row">
            <Link className="btn btn--small" to="import">
              <Icon name="upload" /> {t('students.import')}
            </Link>
            {/* The import reads these files again, boys included. */}
            {list.data && list.data.length > 0 && (
              <>
                <SheetButton
                  small
                  label={t('students.export.xlsx')}
                  format="xlsx"
                  make={({ countsXlsx }) => countsXlsx(list.data)}
                />
                <SheetButton
                  small
                  label={t('students.export.csv')}
                  format="csv"
                  make={({ countsCsv }) => countsCsv(list.data)}
                />
              </>
            )}
          </div>
        </div>
        <UnreadNote list="/api/studentCounts" />
        <QueryState query={list} texts={countStates}>
          {(counts) => <CountTable rows={counts} onEdit={edit} onDelete={setDeleting} />}
        </QueryState>
      </section>
      {deleting && (
        <DeleteCountDialog
          count={deleting}
          onClose={() => setDeleting(null)}
          onGone={() => heading.current?.focus()}
        />
      )}
    </>
  )
}
