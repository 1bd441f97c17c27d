import { validationText } from '@bidyaloy/shared/api/issue-text'
import { NewEntry } from '@bidyaloy/shared/collections/entry'
import { collections } from '@bidyaloy/shared/collections/registry'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
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
  file: File | null
}

const EMPTY: EntryFormValues = { title: '', date: '', file: null }

const toBody = ({ title, date }: EntryFormValues): NewEntry => ({ title, ...(date && { date }) })

const resolverFor = (collection: DocumentCollection) =>
  contractResolver<EntryFormValues>(NewEntry, toBody, ({ file }) =>
    file || !collections[collection].fileRequired
      ? {}
      : { file: validationText('valid.file.required').bn },
  )

/** The form that publishes an entry. Whatever goes wrong, nothing typed or chosen is lost. */
export function useEntryForm(collection: DocumentCollection, onPublished: () => void) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const upload = useUpload()
  const [contentKey] = useState(() => new ContentKey<[string, string, File | null]>())
  const form = useForm<EntryFormValues>({
    resolver: resolverFor(collection),
    defaultValues: { ...EMPTY, ...drafts.read(collection), file: null },
    shouldFocusError: false,
  })

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
    publish.reset()
  }

  const publish = useMutation({
    mutationFn: async (values: EntryFormValues) => {
      const { title, date, file } = values
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
      for (const [name, message] of Object.entries(failedFields(error))) {
        if (isFieldName(name)) form.setError(name, { type: 'server', message })
      }
    },
    // After an answer that got lost the entry may be there all the same: look.
    onSettled: () => queryClient.invalidateQueries({ queryKey: collectionKey(collection) }),
  })

  const file = form.watch('file')
  useUnsavedWork(file !== null)
  return { form, file, publish, clear, progress: upload.progress, cancel: upload.cancel }
}

function isFieldName(name: string): name is keyof EntryFormValues {
  return Object.hasOwn(EMPTY, name)
}
