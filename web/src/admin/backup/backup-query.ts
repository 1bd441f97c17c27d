import type { BackupState } from '@bidyaloy/shared/school/backup'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useAdminApi } from '../api/admin-api.ts'

/** Time between two looks while something is being done, in milliseconds. */
const WHILE_RUNNING = 1000

const queryKey = ['backups']

/** The backups; looked at again and again while something is being done with them. */
export function useBackups() {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const query = useQuery(
    queryOptions({
      queryKey,
      queryFn: ({ signal }) => api.listBackups({}, { signal }),
      refetchInterval: ({ state: { data } }) => (data?.task ? WHILE_RUNNING : false),
    }),
  )
  const running = query.data?.task?.task ?? null
  const before = useRef(running)
  useEffect(() => {
    // What was restored is not what the other screens have read.
    if (before.current === 'restore' && running === null) void queryClient.invalidateQueries()
    before.current = running
  }, [running, queryClient])
  return query
}

/** Begins something with the backups; the list then tells how far it is. */
export function useBackupTask<Order = void>(begin: (order: Order) => Promise<BackupState>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: begin,
    onSuccess: (state) => queryClient.setQueryData(queryKey, state),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}

/** Has the list read anew. */
export function useBackupsChanged(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey })
}
