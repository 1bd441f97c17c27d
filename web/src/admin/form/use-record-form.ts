import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { useAdminApi } from '../api/admin-api.ts'
import { failedFields, hasCode } from '../api/failure-text.ts'
import { ContentKey } from '../api/idempotency-key.ts'
import { overviewQuery } from '../components/overview-query.ts'
import { useUnsavedWork } from '../components/unsaved-work.tsx'
import { drafts, readFormDraft, storeFormDraft, type TextValues } from './drafts.ts'

interface Versioned {
  __v: number
}

interface RecordFormOptions<Saved extends Versioned> {
  /** Name of the draft in this browser. */
  draft: string
  /** The values of a form without a record; names the fields. */
  blank: TextValues
  /** The record as last read; null before the first save. */
  saved: Saved | null
  toValues: (saved: Saved) => TextValues
  resolver: Resolver<Record<string, string>>
  /**
   * Saves the values.
   * @param version of the record that was edited; null to create one
   */
  send: (values: TextValues, version: number | null, idempotencyKey: string) => Promise<Saved>
  /** Reads the record again after a conflict. Null if it was deleted. */
  reload: () => Promise<Saved | null>
  /** Called when the form shows this record: created, updated, or the other version accepted. */
  onSettled: (record: Saved, how: 'created' | 'updated' | 'theirs') => void
}

/** Two concurrent changes of one record. */
interface Conflict<Saved> {
  base: TextValues
  mine: TextValues
  theirs: TextValues
  record: Saved
}

/**
 * A form that creates or updates one record. Stores unsaved values in this browser, and asks before
 * it overwrites a concurrent change.
 */
export function useRecordForm<Saved extends Versioned>(options: RecordFormOptions<Saved>) {
  const { draft, blank, saved, resolver } = options
  const formId = useId()
  const queryClient = useQueryClient()
  const overview = overviewQuery(useAdminApi()).queryKey
  const valuesOf = (record: Saved | null) => (record ? options.toValues(record) : blank)
  const [start] = useState(() =>
    startOf(draft, blank, saved && valuesOf(saved), saved?.__v ?? null),
  )
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
  /** Shows the saved record and removes the draft. */
  const finish = (record: Saved | null) => {
    drafts.forget(draft)
    show(record)
    // It may have been what was left of setting up the school.
    void queryClient.invalidateQueries({ queryKey: overview })
  }

  const save = useMutation({
    mutationFn: async ({ mine, from }: { mine: TextValues; from: Base }) => {
      const key = contentKey.for([JSON.stringify(mine)])
      const saving = await saveOrRead(options, mine, { version: from.version, key })
      if (saving.outcome === 'gone') {
        // The next save creates a new record.
        setBase({ values: blank, version: null })
        throw saving.error
      }
      const { record } = saving
      // The record may equal `mine` because the response to an earlier try was lost.
      const isDone = saving.outcome === 'saved' || sameValues(valuesOf(record), mine)
      return { outcome: isDone ? 'saved' : 'conflict', record, mine, from } as const
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

  useStoredValues({ draft, values, base, dirty, isOwn: start.restored })

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another record has been read
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
    /** The props of a field's control, by the name of the field. */
    field: (name: string) => ({
      id: idOf(name),
      error: form.formState.errors[name]?.message,
      readOnly: save.isPending,
      ...form.register(name),
    }),
    /** Discards the typed values and shows the saved record. */
    discard: () => {
      save.reset()
      finish(saved)
    },
    /** Ends a conflict with the merged values; null returns to the typed values. */
    settle: (merged: TextValues | null) => {
      if (conflict && merged) {
        const { record, theirs } = conflict
        const from = { values: theirs, version: record.__v }
        if (sameValues(merged, theirs)) {
          finish(record)
          options.onSettled(record, 'theirs')
        } else {
          setBase(from)
          form.reset({ ...merged })
          save.mutate({ mine: merged, from })
        }
      }
      setConflict(null)
    },
  }
}

export type RecordFormState = Omit<ReturnType<typeof useRecordForm<Versioned>>, 'conflict'> & {
  conflict: Pick<Conflict<Versioned>, 'base' | 'mine' | 'theirs'> | null
}

/** The values that a form began with, and the version of the record that had them; null for none. */
interface Base {
  values: TextValues
  version: number | null
}

/** Returns what a form begins with: the values stored in this browser, else those of the record. */
function startOf(
  draft: string,
  blank: TextValues,
  saved: TextValues | null,
  version: number | null,
): { values: TextValues; base: Base; restored: boolean } {
  const values = saved ?? blank
  const stored = readFormDraft(draft, blank)
  if (stored === null || sameValues(stored.values, values)) {
    return { values, base: { values, version }, restored: false }
  }
  const base = { values: stored.base, version: stored.version }
  return { values: stored.values, base, restored: true }
}

/** Saves the values. After a conflict, reads the record that is saved now. @throws other errors */
async function saveOrRead<Saved extends Versioned>(
  { send, reload }: Pick<RecordFormOptions<Saved>, 'send' | 'reload'>,
  values: TextValues,
  { version, key }: { version: number | null; key: string },
) {
  try {
    return { outcome: 'saved', record: await send(values, version, key) } as const
  } catch (error) {
    if (!hasCode(error, 'conflict') && !hasCode(error, 'not_found')) throw error
    const record = await reload()
    return record === null
      ? ({ outcome: 'gone', error } as const)
      : ({ outcome: 'other', record } as const)
  }
}

interface StoredValuesOptions {
  draft: string
  values: TextValues
  base: Base
  dirty: boolean
  /** Whether the stored values were restored into this form. */
  isOwn: boolean
}

/** Stores unsaved values in this browser. */
function useStoredValues({ draft, values, base, dirty, isOwn }: StoredValuesOptions): void {
  const typed = JSON.stringify(values)
  const isDraftOwn = useRef(isOwn)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the typed values have changed
  useEffect(() => {
    if (dirty) {
      storeFormDraft(draft, { values, base: base.values, version: base.version })
      isDraftOwn.current = true
    } else if (isDraftOwn.current) {
      // Only its own draft: the same form in another tab may have stored one too.
      drafts.forget(draft)
      isDraftOwn.current = false
    }
  }, [typed, dirty, base])
}

/** Whether two forms would be saved as the same record. */
export function sameValues(one: TextValues, other: TextValues): boolean {
  return differingFields(one, other).length === 0
}

/** Returns the names of the fields in which two forms differ, ignoring surrounding blanks. */
export function differingFields(one: TextValues, other: TextValues): string[] {
  const normalized = (text: string | undefined) => (text ?? '').normalize('NFC').trim()
  return Object.keys({ ...one, ...other }).filter(
    (name) => normalized(one[name]) !== normalized(other[name]),
  )
}

/** The version chosen for a field in a conflict. */
export type Side = 'mine' | 'theirs'

/**
 * Proposes a side for each field in which the two differ: `theirs` if only they have changed it.
 * @param base the values before both changes
 */
export function proposedSides(
  base: TextValues,
  mine: TextValues,
  theirs: TextValues,
): Record<string, Side> {
  const changedByMe = new Set(differingFields(base, mine))
  return Object.fromEntries(
    differingFields(mine, theirs).map((name) => [name, changedByMe.has(name) ? 'mine' : 'theirs']),
  )
}

/** Returns `mine` with the chosen fields of `theirs`. */
export function mergedValues(
  mine: TextValues,
  theirs: TextValues,
  sides: Readonly<Record<string, Side>>,
): TextValues {
  return Object.fromEntries(
    Object.entries(mine).map(([name, value]) => [
      name,
      sides[name] === 'theirs' ? (theirs[name] ?? value) : value,
    ]),
  )
}
