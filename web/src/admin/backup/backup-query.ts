import type { BackupState } from '@bidyaloy/shared/school/backup'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useAdminApi } from '../api/admin-api.ts'

/** Polling interval while a task runs, in milliseconds. */
const POLL_MS = 1000

const queryKey = ['backups']

/** The backups and the running task. Polls while a task runs. */
export function useBackups() {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.listBackups({}, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.task ? POLL_MS : false),
  })
  const running = query.data?.task?.task ?? null
  const before = useRef(running)
  useEffect(() => {
    // A restore changes the data of every screen.
    if (before.current === 'restore' && running === null) void queryClient.invalidateQueries()
    before.current = running
  }, [running, queryClient])
  return query
}

/** Starts a backup task; the backups query then reports its progress. */
export function useBackupTask<Order = void>(begin: (order: Order) => Promise<BackupState>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: begin,
    onSuccess: (state) => queryClient.setQueryData(queryKey, state),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}

/** Returns a function that refetches the backups. */
export function useBackupsChanged(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey })
}
