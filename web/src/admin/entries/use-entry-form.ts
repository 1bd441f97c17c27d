import { validationText } from '@bidyaloy/shared/api/issue-text'
import { NewEntry } from '@bidyaloy/shared/collections/entry'
import { collections } from '@bidyaloy/shared/collections/registry'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { collectionKey } from '../../collections/entry-queries.ts'
import { useToasts } from '../../ui/toaster.tsx'
import { adminText } from '../admin-text.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failedFields } from '../api/failure-text.ts'
import { ContentKey } from '../api/idempotency-key.ts'
import { contractResolver } from '../form/contract-resolver.ts'
import { drafts } from '../form/drafts.ts'
import { useUnsavedWork } from '../layout/unsaved-work.tsx'
import type { DocumentCollection } from './entry-collection.ts'
import { assertReadable, useUpload } from './use-upload.ts'

export interface EntryFormValues {
  title: string
  /** `YYYY-MM-DD`, or empty for today. */
  date: string
}

interface Publication extends EntryFormValues {
  file: File | null
}

const EMPTY: EntryFormValues = { title: '', date: '' }

const toBody = ({ title, date }: EntryFormValues): NewEntry => ({ title, ...(date && { date }) })

const resolver = contractResolver<EntryFormValues>(NewEntry, toBody)

/** The form that publishes an entry. Whatever goes wrong, nothing typed or chosen is lost. */
export function useEntryForm(collection: DocumentCollection, onPublished: () => void) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const upload = useUpload()
  const [contentKey] = useState(() => new ContentKey<[string, string, File | null]>())
  const form = useForm<EntryFormValues>({
    resolver,
    defaultValues: { ...EMPTY, ...drafts.read(collection) },
    shouldFocusError: false,
  })
  // Beside the form library, which takes two files of the same name for the same.
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string>()

  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { title, date } }) => drafts.keep(collection, { title, date }),
      }),
    [subscribe, collection],
  )

  const clear = () => {
    drafts.forget(collection)
    contentKey.renew()
    form.reset(EMPTY)
    setFile(null)
    setFileError(undefined)
    publish.reset()
  }

  const publish = useMutation({
    mutationFn: async ({ file, ...values }: Publication) => {
      const { title, date } = values
      if (file) await assertReadable(file, adminText('form.file.gone'))
      return upload.follow(file, (options) =>
        api.createEntry(
          { params: { collection }, body: toBody(values), ...(file && { file }) },
          { ...options, idempotencyKey: contentKey.for([title, date, file]) },
        ),
      )
    },
    onSuccess: () => {
      clear()
      toasts.show({ tone: 'ok', text: adminText(`admin.${collection}.created`) })
      onPublished()
    },
    onError: (error) => {
      const { title, date, file: wrongFile } = failedFields(error)
      if (title) form.setError('title', { type: 'server', message: title })
      if (date) form.setError('date', { type: 'server', message: date })
      setFileError(wrongFile)
    },
    // After an answer that got lost the entry may be there all the same: look.
    onSettled: () => queryClient.invalidateQueries({ queryKey: collectionKey(collection) }),
  })

  const submit = (event: FormEvent) => {
    const missing = file === null && collections[collection].fileRequired
    setFileError(missing ? validationText('valid.file.required').bn : undefined)
    return form.handleSubmit((values) => {
      if (!missing) publish.mutate({ ...values, file })
    })(event)
  }

  useUnsavedWork(file !== null)
  return {
    form,
    submit,
    publish,
    clear,
    upload,
    file: {
      chosen: file,
      error: fileError,
      choose: (chosen: File | null) => {
        setFile(chosen)
        setFileError(undefined)
        // What was said of the file before says nothing of this one.
        if (publish.isError) publish.reset()
      },
    },
  }
}
