import type { StudentCount } from '@bidyaloy/shared/school/student-count'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { studentCountsQuery } from '../../school/school-queries.ts'
import { useReadApi } from '../../ui/read-api.ts'
import { EmptyBox, ErrorBox, LoadingBox } from '../../ui/state-box.tsx'

/** Hands the student counts on once they are there; until then says how it stands. */
export function StudentCounts({
  children,
}: {
  children: (rows: readonly StudentCount[]) => ReactNode
}) {
  const { data: rows, isError, refetch } = useQuery(studentCountsQuery(useReadApi()))
  if (rows && rows.length > 0) return children(rows)
  return (
    <div className="card">
      {rows ? (
        <EmptyBox id="public.students.empty" />
      ) : isError ? (
        <ErrorBox id="public.students.error" onRetry={() => refetch()} />
      ) : (
        <LoadingBox id="public.students.loading" />
      )}
    </div>
  )
}
