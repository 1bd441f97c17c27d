import { validationText } from '@bidyaloy/shared/api/issue-text'
import { settingsCopy } from '@bidyaloy/shared/features/settings/copy'
import { type ReactNode, useEffect, useRef } from 'react'
import { UndoRow, type useEditableList } from '../../../admin/form/editable-list.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'

const t = withCopy(settingsCopy)

/** The texts of the buttons of a row. */
export const rowTexts = {
  up: t('settings.links.up'),
  down: t('settings.links.down'),
  remove: t('settings.links.remove'),
}

interface ListFieldsetProps<Row> {
  list: ReturnType<typeof useEditableList<Row, HTMLFieldSetElement>>
  legend: string
  /** Shown instead of an empty list. */
  empty: ReactNode
  /** The rows: list items. */
  rows: readonly ReactNode[]
  /** The limit of the API. */
  max: number
  /** Whether the rows are one short field each. */
  isShort?: boolean
  /** Id of the control that the error summary links to, if no row has it. */
  id: string | undefined
  /** An error that belongs to no row. */
  error: string | undefined
  /** Whether a row is wrong, or the list. */
  isWrong: boolean
  /** The rows in words, while they are folded. */
  present: string
  add: string
  onAdd: () => void
  /** Beside the button that adds a row. */
  children?: ReactNode
}

/** An editable list of the settings, with what was removed and the button that adds a row. */
export function ListFieldset<Row>({
  list,
  legend,
  empty,
  rows,
  max,
  isShort = false,
  id,
  error,
  isWrong,
  present,
  add,
  onAdd,
  children,
}: ListFieldsetProps<Row>) {
  const isFull = rows.length >= max
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isWrong && fold.current) fold.current.open = true
  }, [isWrong])
  return (
    <details className="more-fields" ref={fold}>
      <summary>
        <Icon name="down" />
        <span className="links__fold">
          {legend} <small>{present}</small>
        </span>
      </summary>
      <fieldset className="links" ref={list.box} tabIndex={-1} aria-label={legend}>
        {rows.length === 0 && <p className="hint">{empty}</p>}
        {rows.length > 0 && (
          <ol className={isShort ? 'links__list links__list--short' : 'links__list'}>{rows}</ol>
        )}
        <FieldError text={error} />
        <UndoRow list={list} />
        <div className="row">
          <Button small icon="plus" data-add {...(id && { id })} disabled={isFull} onClick={onAdd}>
            {add}
            <span className="vh">: {legend}</span>
          </Button>
          {children}
          {isFull && <p className="hint">{validationText('valid.max', { max }).bn}</p>}
        </div>
      </fieldset>
    </details>
  )
}
