import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SheetFileError } from '../../lib/tables/sheet-file-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dropzone } from '../../ui/dropzone.tsx'
import { Field } from '../../ui/field.tsx'
import { focusOnMount } from '../components/focus.ts'
import { drafts } from '../form/drafts.ts'
import { withCopy } from '../t.ts'
import './sheet-import.css'

const t = withCopy(sheetCopy)

const focusFile = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

interface SheetSourceProps<Reading, Problem extends string> {
  /** Name of the form. */
  label: string
  /** Name of the draft of pasted text, which its user forgets after the import; absent: nothing is stored. */
  draft?: string
  /** Whether another sheet was seen before; then the file field takes the focus. */
  again: boolean
  /** Reads a file or pasted text. May throw a `SheetFileError`. */
  read: (source: Blob | string) => Promise<Reading | { problem: Problem }>
  problemText: (problem: Problem) => string
  onRead: (reading: Reading) => void
  /** How the sheet may look. */
  rules: readonly string[]
  /** A sample to fill in. */
  template?: ReactNode
}

/** Takes a file or cells pasted from a spreadsheet. */
export function SheetSource<Reading extends object, Problem extends string>({
  label,
  draft,
  again,
  read: readSource,
  problemText,
  onRead,
  rules,
  template,
}: SheetSourceProps<Reading, Problem>) {
  const [pasted, setPasted] = useState(() => (draft && drafts.read(draft).text) ?? '')
  const [hasSeveral, setSeveral] = useState(false)
  const read = useMutation({
    mutationFn: async (source: Blob | string): Promise<Reading | { problem: Problem }> =>
      readSource(source),
    onMutate: () => setSeveral(false),
    onSuccess: (reading) => {
      if (!('problem' in reading)) onRead(reading)
    },
  })
  const problem = hasSeveral
    ? t('import.file.single')
    : read.error
      ? failedText(read.error)
      : read.data && 'problem' in read.data
        ? problemText(read.data.problem)
        : null
  return (
    <form
      className="card stack"
      ref={again ? focusFile : null}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (!read.isPending) read.mutate(pasted)
      }}
    >
      {problem !== null && (
        <Alert tone="error" key={problem} ref={focusOnMount}>
          <b>{t('import.problem.title')}</b> {problem}
        </Alert>
      )}
      <div className="grid2 sheetsource">
        <Field label={t('import.file')}>
          {(control) => (
            <Dropzone
              control={control}
              accept=".xlsx,.csv,.tsv,.txt"
              disabled={read.isPending}
              onFile={(file) => read.mutate(file)}
              onSeveral={() => setSeveral(true)}
            >
              <span>
                {t('import.file.lead')} <u>{t('import.file.pick')}</u>
              </span>
              <span className="hint">{t('import.file.limit')}</span>
            </Dropzone>
          )}
        </Field>
        <Field label={t('import.paste')} hint={t('import.paste.hint')}>
          {(control) => (
            <textarea
              {...control}
              className="input input--long"
              rows={5}
              spellCheck={false}
              value={pasted}
              readOnly={read.isPending}
              onChange={({ target: { value } }) => {
                setPasted(value)
                if (draft) drafts.store(draft, { text: value })
              }}
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
          {t(read.isPending ? 'import.reading' : 'import.paste.read')}
        </Button>
        {template}
      </div>
      <details className="behind">
        <summary>{t('import.rules.title')}</summary>
        <ul className="rules">
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </details>
    </form>
  )
}

/** A sheet that cannot be read has its sentence; anything else: the reader did not load. */
const failedText = (error: Error): string =>
  t(`import.problem.${error instanceof SheetFileError ? error.problem : 'program'}`)
