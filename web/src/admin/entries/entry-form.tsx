import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { MAX_TITLE_LENGTH } from '@bidyaloy/shared/collections/entry'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { adminText } from '../admin-text.tsx'
import { failureText } from '../api/failure-text.ts'
import { BengaliTextField } from '../form/bengali-field.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import type { DocumentCollection } from './entry-collection.ts'
import { FileField } from './file-field.tsx'
import { useEntryForm } from './use-entry-form.ts'

/** Publishes a new entry of the collection. */
export function EntryForm({ collection }: { collection: DocumentCollection }) {
  const base = useId()
  const idOf = (name: 'title' | 'date' | 'file') => `${base}-${name}`
  const summary = useRef<HTMLDivElement>(null)
  const { form, submit, file, publish, clear, upload } = useEntryForm(collection, () =>
    document.getElementById(idOf('title'))?.focus(),
  )
  const { errors, submitCount } = form.formState
  const wrong = (['title', 'date', 'file'] as const).flatMap((name) => {
    const text = name === 'file' ? file.error : errors[name]?.message
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
      <form className="stack" noValidate onSubmit={submit}>
        {refused && (
          <ErrorSummary ref={summary} fields={wrong}>
            {publish.isError && (
              <p>
                <b>{adminText(`admin.${collection}.createFailed`)}</b>{' '}
                {/* What a field is to blame for stands in the list, with the way to the field. */}
                {wrong.length === 0 && `${failureText(publish.error)} `}
                {adminText('admin.failed.kept')}
              </p>
            )}
          </ErrorSummary>
        )}
        <div className="grid2">
          <BengaliTextField
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
          file={file.chosen}
          onChange={file.choose}
          error={file.error}
          progress={upload.progress}
          onCancel={upload.cancel}
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
