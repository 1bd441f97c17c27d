import { studentsCopy } from '@bidyaloy/shared/copy/students-copy'
import type { StudentCount } from '@bidyaloy/shared/school/student-count'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { useToasts } from '../../../ui/toast.tsx'
import { withCopy } from '../../t.ts'
import { saveFile } from './save-file.ts'

const t = withCopy(studentsCopy)

const formats = ['xlsx', 'csv'] as const

/** The whole table as a file, boys included; the import reads it again. */
export function ExportButtons({ counts }: { counts: readonly StudentCount[] }) {
  const toasts = useToasts()
  const make = useMutation({
    mutationFn: async (format: (typeof formats)[number]) => {
      const { countsCsv, countsXlsx, sheetName } = await import('./count-sheets.ts')
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
