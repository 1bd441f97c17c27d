import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { failedFields, hasCode } from '../api/failure-text.ts'
import { ContentKey } from '../api/idempotency-key.ts'
import { useUnsavedWork } from '../layout/unsaved-work.tsx'
import { drafts } from './drafts.ts'
import { keepFormDraft, readFormDraft } from './form-draft.ts'
import { sameValues, type TextValues } from './record-values.ts'

interface Versioned {
  __v: number
}

interface RecordFormOptions<Saved extends Versioned> {
  /** Name of the draft in this browser. */
  draft: string
  /** What a form without a record shows; names the fields. */
  blank: TextValues
  /** The record as last read; null where there is none. */
  saved: Saved | null
  toValues: (saved: Saved) => TextValues
  resolver: Resolver<Record<string, string>>
  /**
   * Saves the values.
   * @param version of the record from which they were made; null to create one
   */
  send: (values: TextValues, version: number | null, idempotencyKey: string) => Promise<Saved>
  /** Reads the record anew: somebody else has changed it. Null where it is gone. */
  reload: () => Promise<Saved | null>
  /** The form now shows this record: it was created, updated, or theirs was taken as it is. */
  onSettled: (record: Saved, how: 'created' | 'updated' | 'theirs') => void
}

/** Two who changed the same record. */
interface Conflict<Saved> {
  base: TextValues
  mine: TextValues
  theirs: TextValues
  record: Saved
}

/**
 * A form for one record: creates it or changes it, keeps what was typed in this browser until it is
 * saved, and lets nobody overwrite what somebody else has saved meanwhile without seeing it.
 */
export function useRecordForm<Saved extends Versioned>(options: RecordFormOptions<Saved>) {
  const { draft, blank, saved, resolver } = options
  const formId = useId()
  const valuesOf = (record: Saved | null) => (record ? options.toValues(record) : blank)
  const [start] = useState(() => {
    const kept = readFormDraft(draft, blank)
    const restored = kept !== null && !sameValues(kept.values, valuesOf(saved))
    return restored
      ? { values: kept.values, base: { values: kept.base, version: kept.version }, restored }
      : {
          values: valuesOf(saved),
          base: { values: valuesOf(saved), version: saved?.__v ?? null },
          restored,
        }
  })
  const [base, setBase] = useState(start.base)
  const [restored, setRestored] = useState(start.restored)
  const [conflict, setConflict] = useState<Conflict<Saved> | null>(null)
  const [contentKey] = useState(() => new ContentKey<[string]>())
  const form = useForm<Record<string, string>>({
    resolver,
    defaultValues: start.values,
    shouldFocusError: false,
  })
  const values = form.watch()
  const dirty = !sameValues(values, base.values)

  const show = (record: Saved | null) => {
    const shown = valuesOf(record)
    setBase({ values: shown, version: record?.__v ?? null })
    setRestored(false)
    form.reset(shown)
  }
  /** Shows the record as it is now; what was typed is done with. */
  const finish = (record: Saved | null) => {
    drafts.forget(draft)
    show(record)
  }

  const save = useMutation({
    mutationFn: async ({ mine, from }: { mine: TextValues; from: typeof base }) => {
      try {
        const record = await options.send(
          mine,
          from.version,
          contentKey.for([JSON.stringify(mine)]),
        )
        return { outcome: 'saved', record, mine, from } as const
      } catch (error) {
        if (!hasCode(error, 'conflict') && !hasCode(error, 'not_found')) throw error
        const record = await options.reload()
        if (record === null) {
          // Somebody has deleted it: saved once more, it is a new one.
          setBase({ values: blank, version: null })
          throw error
        }
        // The answer to an earlier try got lost on the way: what was wanted is so.
        const done = sameValues(valuesOf(record), mine)
        return { outcome: done ? 'saved' : 'conflict', record, mine, from } as const
      }
    },
    onSuccess: ({ outcome, record, mine, from }) => {
      if (outcome === 'conflict') {
        setConflict({ base: from.values, mine, theirs: valuesOf(record), record })
        return
      }
      contentKey.renew()
      finish(record)
      options.onSettled(record, from.version === null ? 'created' : 'updated')
    },
    onError: (error) => {
      for (const [name, message] of Object.entries(failedFields(error))) {
        if (name in blank) form.setError(name, { type: 'server', message })
      }
    },
  })

  const typed = JSON.stringify(values)
  const keptHere = useRef(start.restored)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever what is typed has changed
  useEffect(() => {
    if (dirty) {
      keepFormDraft(draft, { values, base: base.values, version: base.version })
      keptHere.current = true
    } else if (keptHere.current) {
      // Only its own: a form of the same name in another tab may have kept one too.
      drafts.forget(draft)
      keptHere.current = false
    }
  }, [typed, dirty, base])

  // biome-ignore lint/correctness/useExhaustiveDependencies: when another record has come
  useEffect(() => {
    if (dirty || save.isPending) return
    const newer = saved === null ? base.version !== null : saved.__v !== base.version
    if (newer && (saved?.__v ?? 0) >= (base.version ?? 0)) show(saved)
  }, [saved])

  useUnsavedWork(dirty, 'admin.unsaved.draft')

  const idOf = (name: string) => `${formId}-${name}`
  return {
    form,
    values,
    dirty,
    /** Whether saving creates the record. */
    isNew: base.version === null,
    restored,
    save,
    conflict,
    idOf,
    submit: form.handleSubmit(() => save.mutate({ mine: form.getValues(), from: base })),
    /** What a field's control needs, by the name of the field. */
    field: (name: string) => ({
      id: idOf(name),
      error: form.formState.errors[name]?.message,
      readOnly: save.isPending,
      ...form.register(name),
    }),
    /** Drops what was typed and shows what is saved. */
    discard: () => {
      save.reset()
      finish(saved)
    },
    /** Ends a conflict: with the values agreed upon, or, with null, back to what was typed. */
    settle: (agreed: TextValues | null) => {
      if (conflict && agreed) {
        const { record, theirs } = conflict
        const from = { values: theirs, version: record.__v }
        if (sameValues(agreed, theirs)) {
          finish(record)
          options.onSettled(record, 'theirs')
        } else {
          setBase(from)
          form.reset({ ...agreed })
          save.mutate({ mine: agreed, from })
        }
      }
      setConflict(null)
    },
  }
}

export type RecordFormState = Omit<ReturnType<typeof useRecordForm<Versioned>>, 'conflict'> & {
  conflict: Pick<Conflict<Versioned>, 'base' | 'mine' | 'theirs'> | null
}
