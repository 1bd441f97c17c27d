import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { studentCountsQuery } from '../../../school/school-queries.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { Field } from '../../../ui/field.tsx'
import { useToasts } from '../../../ui/toaster.tsx'
import { useAdminApi } from '../../api/admin-api.ts'
import { drafts } from '../../form/drafts.ts'
import { saveFile } from '../export/save-file.ts'
import { studentsText } from '../students-text.ts'
import { importText } from './import-text.ts'
import { MAX_SHEET_ROWS, type SheetReading } from './read-count-sheet.ts'
import type { TableReading } from './read-table.ts'

/** The name under which a pasted table is kept. */
export const PASTE_DRAFT = 'studentCountPaste'

/** Takes a file, or what was copied out of Excel. */
export function ImportSource({ onRead }: { onRead: (reading: SheetReading) => void }) {
  const [pasted, setPasted] = useState(() => drafts.read(PASTE_DRAFT).text ?? '')
  const [several, setSeveral] = useState(false)
  const trouble = useRef<HTMLDivElement>(null)
  const read = useMutation({
    mutationFn: async (source: Blob | string): Promise<TableReading> => {
      const { readTable } = await import('./read-table.ts')
      return readTable(source)
    },
    onMutate: () => setSeveral(false),
    onSuccess: (reading) => {
      if (!('problem' in reading)) onRead(reading)
    },
  })
  const problem = several
    ? importText('import.file.single')
    : read.isError
      ? importText('import.problem.program')
      : read.data && 'problem' in read.data
        ? importText(`import.problem.${read.data.problem}`, {
            max: toBengaliDigits(MAX_SHEET_ROWS),
          })
        : null
  useEffect(() => {
    if (problem !== null) trouble.current?.focus()
  }, [problem])
  const paste = (text: string) => {
    setPasted(text)
    drafts.store(PASTE_DRAFT, { text })
  }
  return (
    <form
      className="card stack"
      aria-label={importText('import.title')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!read.isPending) read.mutate(pasted)
      }}
    >
      {problem !== null && (
        <Alert tone="error" ref={trouble}>
          <b>{importText('import.problem.title')}</b> {problem}
        </Alert>
      )}
      <div className="grid2">
        <Field label={importText('import.file')}>
          {(control) => (
            <Dropzone
              control={control}
              accept=".xlsx,.csv,.tsv,.txt"
              disabled={read.isPending}
              onFile={(file) => read.mutate(file)}
              onSeveral={() => setSeveral(true)}
            >
              <span>
                {importText('import.file.lead')} <u>{importText('import.file.pick')}</u>
              </span>
              <span className="hint">{importText('import.file.limit')}</span>
            </Dropzone>
          )}
        </Field>
        <Field label={importText('import.paste')} hint={importText('import.paste.hint')}>
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={5}
              spellCheck={false}
              value={pasted}
              readOnly={read.isPending}
              onChange={({ target }) => paste(target.value)}
            />
          )}
        </Field>
      </div>
      <div className="formfoot">
        <Button
          look="primary"
          type="submit"
          busy={read.isPending}
          disabled={pasted.trim() === '' && !read.isPending}
        >
          {importText(read.isPending ? 'import.reading' : 'import.paste.read')}
        </Button>
        <TemplateButton />
      </div>
      <details className="behind">
        <summary>{importText('import.rules.title')}</summary>
        <ul className="rules">
          {(['head', 'words', 'blank', 'missing'] as const).map((rule) => (
            <li key={rule}>{importText(`import.rules.${rule}`)}</li>
          ))}
        </ul>
      </details>
    </form>
  )
}

function TemplateButton() {
  const toasts = useToasts()
  const { data: counts = [] } = useQuery(studentCountsQuery(useAdminApi()))
  const make = useMutation({
    mutationFn: async () => {
      const { templateXlsx, sheetName } = await import('../export/count-sheets.ts')
      saveFile(await templateXlsx(counts), `${sheetName(new Date())}.xlsx`)
    },
    onError: () => toasts.show({ tone: 'error', text: studentsText('students.export.failed') }),
  })
  return (
    <Button icon="download" busy={make.isPending} onClick={() => make.mutate()}>
      {importText('import.template')}
    </Button>
  )
}
