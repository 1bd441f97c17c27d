import { studentsCopy } from '@bidyaloy/shared/features/student-counts/copy'
import { useMutation } from '@tanstack/react-query'
import { withCopy } from '../../../admin/t.ts'
import { Button } from '../../../ui/button.tsx'
import { useToasts } from '../../../ui/toast.tsx'

const t = withCopy(studentsCopy)

interface SheetButtonProps {
  label: string
  small?: boolean
  format: 'xlsx' | 'csv'
  make: (sheets: typeof import('./count-sheets.ts')) => Blob | Promise<Blob>
}

/** A button that makes a sheet in the browser and saves it. Loads the spreadsheet library first. */
export function SheetButton({ label, small = false, format, make }: SheetButtonProps) {
  const toasts = useToasts()
  const save = useMutation({
    mutationFn: async () => {
      const sheets = await import('./count-sheets.ts')
      sheets.saveSheet(await make(sheets), format)
    },
    onError: () => toasts.show({ tone: 'error', text: t('students.export.failed') }),
  })
  return (
    <Button small={small} icon="download" busy={save.isPending} onClick={() => save.mutate()}>
      {label}
    </Button>
  )
}
