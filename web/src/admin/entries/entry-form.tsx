import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { MAX_TITLE_LENGTH } from '@bidyaloy/shared/collections/entry'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { adminText } from '../admin-text.tsx'
import { failureText } from '../api/failure-text.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import type { DocumentCollection } from './entry-collection.ts'
import { FileField } from './file-field.tsx'
import { type EntryFormValues, useEntryForm } from './use-entry-form.ts'

const fieldNames = ['title', 'date', 'file'] as const satisfies readonly (keyof EntryFormValues)[]

/** Publishes a new entry of the collection. */
export function EntryForm({ collection }: { collection: DocumentCollection }) {
  const base = useId()
  const idOf = (name: keyof EntryFormValues) => `${base}-${name}`
  const summary = useRef<HTMLDivElement>(null)
  const { form, file, publish, clear, progress, cancel } = useEntryForm(collection, () =>
    document.getElementById(idOf('title'))?.focus(),
  )
  const { errors, submitCount } = form.formState
  const wrong = fieldNames.flatMap((name) => {
    const text = errors[name]?.message
    return text ? [{ id: idOf(name), text }] : []
  })
  const refused = publish.isError || wrong.length > 0

  // After a submit that did not succeed, the reader is taken to what to mend.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each try, not for each change
  useEffect(() => {
    if (refused) summary.current?.focus()
  }, [submitCount, publish.failureCount, publish.submittedAt])

  return (
    <section className="card stack" aria-labelledby={`${base}-head`}>
      <h2 id={`${base}-head`}>{adminText(`admin.${collection}.add`)}</h2>
      <form
        className="stack"
        noValidate
        onSubmit={form.handleSubmit((values) => publish.mutate(values))}
      >
        {refused && (
          <ErrorSummary ref={summary} fields={wrong}>
            {publish.isError && (
              <p>
                <b>{adminText(`admin.${collection}.createFailed`)}</b> {failureText(publish.error)}
              </p>
            )}
          </ErrorSummary>
        )}
        <div className="grid2">
          <TextField
            id={idOf('title')}
            label={adminText('form.title')}
            hint={adminText('form.title.rule', { max: toBengaliDigits(MAX_TITLE_LENGTH) })}
            error={errors.title?.message}
            autoComplete="off"
            required
            readOnly={publish.isPending}
            {...form.register('title')}
          />
          <TextField
            id={idOf('date')}
            label={
              <>
                {adminText('form.date')}{' '}
                <span className="optional">({adminText('form.optional')})</span>
              </>
            }
            hint={adminText('form.date.hint')}
            error={errors.date?.message}
            type="date"
            readOnly={publish.isPending}
            {...form.register('date')}
          />
        </div>
        <FileField
          id={idOf('file')}
          collection={collection}
          file={file}
          onChange={(chosen) =>
            form.setValue('file', chosen, { shouldValidate: submitCount > 0, shouldDirty: true })
          }
          error={errors.file?.message}
          progress={progress}
          onCancel={cancel}
        />
        <div className="formfoot">
          <Button look="primary" type="submit" icon="plus" busy={publish.isPending}>
            {adminText(publish.isPending ? 'form.submitting' : 'form.submit')}
          </Button>
          <Button
            look="quiet"
            onClick={() => {
              clear()
              document.getElementById(idOf('title'))?.focus()
            }}
            disabled={publish.isPending}
          >
            {adminText('form.reset')}
          </Button>
        </div>
      </form>
    </section>
  )
}
