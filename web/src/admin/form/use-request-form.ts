import { useMutation } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { failedFields, failureText } from '../api/failure-text.ts'
import type { TextValues } from './drafts.ts'

interface RequestFormOptions<Result> {
  /** The initial values; names the fields. */
  blank: TextValues
  resolver: Resolver<Record<string, string>>
  send: (values: TextValues) => Promise<Result>
  onSent: (result: Result) => void
  /** The field that takes the focus after a failure that names no field. */
  retryField?: string
  /** Whether an `ErrorSummary` takes the focus after a failure, instead of a field. */
  hasSummary?: boolean
}

/**
 * A form that sends one request and stores no draft, such as a dialog that asks for a password.
 * Focuses the first field that the resolver or the server refuses.
 */
export function useRequestForm<Result>({
  blank,
  resolver,
  send,
  onSent,
  retryField,
  hasSummary = false,
}: RequestFormOptions<Result>) {
  const formId = useId()
  const names = Object.keys(blank)
  const firstField = useRef<HTMLInputElement | HTMLSelectElement | null>(null)
  const form = useForm<Record<string, string>>({
    resolver,
    defaultValues: blank,
    shouldFocusError: !hasSummary,
  })
  const { errors, isDirty, submitCount } = form.formState
  const request = useMutation({
    mutationFn: send,
    onSuccess: onSent,
    onError: (error) => {
      const messages = failedFields(error)
      const refused = names.filter((name) => messages[name])
      for (const name of refused) {
        form.setError(name, { type: 'server', message: messages[name] ?? '' })
      }
      const target = refused[0] ?? retryField
      if (target && !hasSummary) form.setFocus(target, { shouldSelect: true })
    },
  })
  const { error, isError, isPending } = request
  const isFieldRefused = names.some((name) => failedFields(error)[name])
  return {
    isDirty,
    isError,
    isPending,
    error,
    /** The text of a failure that names no field, else null. */
    failure: isError && !isFieldRefused ? failureText(error) : null,
    /** For `focus` of the dialog around the form. */
    firstField,
    /** Props of the form's `ErrorSummary`. */
    summary: {
      fields: names.flatMap((name) => {
        const text = errors[name]?.message
        return text ? [{ id: `${formId}-${name}`, text }] : []
      }),
      attempt: [submitCount, request.submittedAt, request.failureCount].join(),
    },
    reset: () => form.reset(blank),
    submit: form.handleSubmit((values) => request.mutate(values)),
    /** The props of a field's control, by the name of the field. */
    field: (name: string) => {
      const { ref, ...control } = form.register(name)
      return {
        ...control,
        id: `${formId}-${name}`,
        error: errors[name]?.message,
        ref: (input: HTMLInputElement | HTMLSelectElement | null) => {
          ref(input)
          if (name === names[0]) firstField.current = input
        },
      }
    },
  }
}
