import type { GroupKey } from '@bidyaloy/shared/school/group-key'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { SelectField } from '../../../admin/form/fields.tsx'
import { t } from '../../../admin/t.ts'
import { Button } from '../../../ui/button.tsx'
import { CountFields } from './count-fields.tsx'
import { CountForm } from './count-form.tsx'
import { countQuery, type GroupChoice, groupOf, NO_GROUP } from './count-group.ts'
import { groupSelects } from './group-selects.ts'

interface CountEditorProps {
  choice: GroupChoice
  onChoose: (choice: GroupChoice) => void
  /** Whether the group was chosen elsewhere, so that the numbers take the focus. */
  focusNumbers: boolean
}

/** Selects of a class, shift and section, and the form for their count once all are selected. */
export function CountEditor({ choice, onChoose, focusNumbers }: CountEditorProps) {
  const id = useId()
  const [isSubmitted, setSubmitted] = useState(false)
  const group = groupOf(choice)
  const focusSelect = (name: string) => document.getElementById(`${id}-${name}`)?.focus()
  const choose = (next: GroupChoice) => {
    setSubmitted(false)
    onChoose(next)
  }
  return (
    <section className="card stack">
      <div className="grid3">
        {groupSelects.map(({ name, label, missing, options }) => (
          <SelectField
            key={name}
            id={`${id}-${name}`}
            name={name}
            label={label}
            options={options}
            value={choice[name]}
            required
            onChange={({ target }) => choose({ ...choice, [name]: target.value })}
            error={isSubmitted && choice[name] === '' ? missing : undefined}
          />
        ))}
      </div>
      {group ? (
        <GroupCount
          key={Object.values(group).join()}
          group={group}
          focusFirst={focusNumbers}
          onClear={() => {
            choose(NO_GROUP)
            focusSelect('className')
          }}
        />
      ) : (
        <NoGroupForm
          onSubmit={() => {
            setSubmitted(true)
            const missing = groupSelects.find(({ name }) => choice[name] === '')
            if (missing) focusSelect(missing.name)
          }}
        />
      )}
    </section>
  )
}

interface GroupCountProps {
  group: GroupKey
  focusFirst: boolean
  onClear: () => void
}

/** Loads the count of a group, then renders its form. */
function GroupCount(props: GroupCountProps) {
  const { data, isFetched } = useQuery(countQuery(useAdminApi(), props.group))
  // Not `isError`: it is reset during a refetch, and the form must stay mounted.
  if (data === undefined && !isFetched) {
    return (
      <>
        <p className="row" role="status">
          <span className="spin" aria-hidden="true" /> {t('admin.students.looking')}
        </p>
        <DisabledFields />
      </>
    )
  }
  return <CountForm {...props} saved={data ?? null} failed={data === undefined} />
}

/** A form without a group; submitting shows what is missing. */
function NoGroupForm({ onSubmit }: { onSubmit: () => void }) {
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <p className="hint">{t('admin.students.choose')}</p>
      <DisabledFields />
      <div className="formfoot">
        <Button look="primary" type="submit">
          {t('admin.students.save')}
        </Button>
      </div>
    </form>
  )
}

function DisabledFields() {
  return (
    <CountFields
      field={(name) => ({ name, value: '0', disabled: true })}
      counts={{}}
      className=""
    />
  )
}
