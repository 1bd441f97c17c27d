import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToasts } from '../../ui/toaster.tsx'
import { desktopText } from './desktop-text.ts'
import { TooLate } from './outbox-api.ts'

/** Does something with a change that waits; afterwards all lists are read anew, for they show it. */
export function useOutboxAct(onDone: () => void) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: onDone,
    onError: (error) => {
      toasts.show({
        tone: 'error',
        text: desktopText(error instanceof TooLate ? 'outbox.late' : 'outbox.failed'),
      })
      if (error instanceof TooLate) onDone()
    },
    onSettled: () => void queryClient.invalidateQueries(),
  })
}
