import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { t } from '../t.ts'
import { CountFields } from './count-fields.tsx'
import { CountForm } from './count-form.tsx'
import { countQuery } from './count-group.ts'
import {
  type Chosen,
  firstMissing,
  GroupPicker,
  groupOf,
  NOTHING_CHOSEN,
  selectId,
} from './group-picker.tsx'

interface CountEditorProps {
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
  /** Whether the choice was made elsewhere, so that typing begins at the numbers. */
  focusNumbers: boolean
}

/** Looks the count of a class, shift and section up as soon as all three are chosen. */
export function CountEditor({ chosen, onChoose, focusNumbers }: CountEditorProps) {
  const id = useId()
  const [asked, setAsked] = useState(false)
  const group = groupOf(chosen)
  const choose = (next: Chosen) => {
    setAsked(false)
    onChoose(next)
  }
  return (
    <section className="card stack">
      <GroupPicker id={id} chosen={chosen} onChoose={choose} asked={asked} />
      {group ? (
        <LookedUp
          key={Object.values(group).join()}
          group={group}
          focusFirst={focusNumbers}
          onClear={() => {
            choose(NOTHING_CHOSEN)
            document.getElementById(selectId(id, 'className'))?.focus()
          }}
        />
      ) : (
        <Unchosen
          onSubmit={() => {
            setAsked(true)
            const missing = firstMissing(chosen)
            if (missing) document.getElementById(selectId(id, missing))?.focus()
          }}
        />
      )}
    </section>
  )
}

type LookedUpProps = Pick<Parameters<typeof CountForm>[0], 'group' | 'focusFirst' | 'onClear'>

function LookedUp(props: LookedUpProps) {
  const { data, isFetched } = useQuery(countQuery(useAdminApi(), props.group))
  // Not `isError`: it is reset during a refetch, and the form must stay mounted.
  if (data === undefined && !isFetched) {
    return (
      <>
        <p className="row" role="status">
          <span className="spin" aria-hidden="true" /> {t('admin.students.looking')}
        </p>
        <Zeros />
      </>
    )
  }
  return <CountForm {...props} saved={data ?? null} unread={data === undefined} />
}

/** Nothing to edit yet; the button says what is missing. */
function Unchosen({ onSubmit }: { onSubmit: () => void }) {
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
      <Zeros />
      <div className="formfoot">
        <Button look="primary" type="submit">
          {t('admin.students.save')}
        </Button>
      </div>
    </form>
  )
}

/** Disabled number fields, while no group is chosen. */
function Zeros() {
  return (
    <CountFields
      field={(name) => ({ name, value: '0', disabled: true })}
      counts={{}}
      className=""
    />
  )
}
