import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { Kind } from '@bidyaloy/shared/collections/kinds'
import { peopleCopy } from '@bidyaloy/shared/copy/people-copy'
import { studentsCopy } from '@bidyaloy/shared/copy/students-copy'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { teacherPageQuery } from '../../school/use-school.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { focusOnMount } from '../components/focus.ts'
import { useUnsavedWork } from '../components/unsaved-work.tsx'
import { drafts } from '../form/drafts.ts'
import { withCopy } from '../t.ts'
import { convertCells } from '../uploads/convert-bijoy.ts'
import { FileButton } from '../uploads/file-button.tsx'
import type { PersonColumn } from '../uploads/people-columns.ts'
import { cellText, readSheetFile, SheetFileError } from '../uploads/sheet-file.ts'
import { parseTextTable, tabSeparated } from '../uploads/text-table.ts'
import { ColumnTable } from './column-table.tsx'
import { keyOf, longestTable, pastedPeople, readPeopleSheet } from './people-sheet.ts'
import { useAddPeople } from './use-add-people.ts'

const t = withCopy(peopleCopy, studentsCopy)

/** Name of the draft of pasted text. */
const DRAFT = 'peoplePaste'

interface PasteCardProps {
  kinds: readonly Kind[]
  /** The people of the list; undefined until they load. */
  present: readonly Entry[] | undefined
}

/** Adds the people of a list that was pasted from a spreadsheet or read from a file. */
export function PasteCard({ kinds, present }: PasteCardProps) {
  const [draft] = useState(() => drafts.read(DRAFT))
  const [text, setText] = useState(draft.text ?? '')
  const [chosenKind, setKind] = useState(draft.kind)
  const kind = kinds.find(({ id }) => id === chosenKind)?.id ?? kinds[0]?.id ?? ''
  /** The columns that were chosen by hand, by their index. */
  const [chosen, setChosen] = useState<Readonly<Record<number, PersonColumn>>>({})
  const area = useRef<HTMLTextAreaElement>(null)
  const store = (change: { text?: string; kind?: string }) =>
    drafts.store(DRAFT, { text, kind, ...change })
  const put = (next: string) => {
    setText(next)
    setChosen({})
    store({ text: next })
    add.resetError()
    read.reset()
  }
  const clear = () => {
    put('')
    add.reset()
    drafts.forget(DRAFT)
    area.current?.focus()
  }
  const add = useAddPeople(clear)
  const read = useMutation({
    mutationFn: readSheetFile,
    onSuccess: (sheets) => {
      const best = sheets.find((sheet) => readPeopleSheet(sheet).headings.length > 0) ?? sheets[0]
      put(tabSeparated((best ?? []).map((row) => row.map(cellText))))
    },
  })
  const ownTable = useOwnTable()
  const table = useMemo(() => parseTextTable(text.trim()), [text])
  const unicode = useMemo(() => convertCells(table), [table])
  const sheet = useMemo(() => {
    const found = readPeopleSheet(table)
    return {
      ...found,
      columns: found.columns.map((column, index) => chosen[index] ?? column),
    }
  }, [table, chosen])
  const people = useMemo(() => {
    // The list may lack those who were just added, and already have one without a response: sent
    // again, that person belongs to those whom the undo takes back.
    const known = (present ?? []).filter((person) => keyOf(person) !== add.unconfirmed)
    return pastedPeople(sheet, kind, [...known, ...add.added])
  }, [sheet, kind, present, add.added, add.unconfirmed])
  const ready = people.filter(({ leftOut }) => leftOut === null)
  const n = formatNumber(ready.length)
  useUnsavedWork(add.isPending)

  const choose = (index: number, column: PersonColumn) => {
    // A column can stand only once.
    const other = sheet.columns.indexOf(column)
    setChosen({
      ...chosen,
      ...(column !== 'none' && other >= 0 && { [other]: 'none' }),
      [index]: column,
    })
  }
  return (
    <section className="card stack" aria-labelledby="paste">
      <div>
        <h2 id="paste">{t('people.paste.title')}</h2>
        <p className="hint">{t('people.paste.lead')}</p>
      </div>
      {read.error && (
        <Alert tone="error" ref={focusOnMount}>
          <b>{t('people.paste.fileFailed')}</b>{' '}
          {read.error instanceof SheetFileError
            ? t(`import.problem.${read.error.problem}`)
            : t('import.problem.program')}
        </Alert>
      )}
      <Field label={t('people.paste.text')}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={4}
            wrap="off"
            spellCheck={false}
            ref={area}
            value={text}
            readOnly={add.isPending}
            onChange={({ target }) => put(target.value)}
          />
        )}
      </Field>
      <p className="row">
        <FileButton
          icon="upload"
          accept=".xlsx,.csv,.tsv,.txt"
          disabled={add.isPending}
          onFile={(file) => read.mutate(file)}
        >
          {t('people.paste.file')}
        </FileButton>
        {ownTable && text === '' && (
          <Button icon="table" onClick={() => put(tabSeparated(ownTable))}>
            {t('people.paste.page')}
          </Button>
        )}
      </p>
      {unicode && (
        <Alert tone="warn">
          <p>{t('people.paste.bijoy')}</p>
          <Button small icon="swap" onClick={() => put(tabSeparated(unicode))}>
            {t('people.paste.convert')}
          </Button>
        </Alert>
      )}
      {people.length > 0 && (
        <>
          <Summary columns={sheet.columns} headings={sheet.headings} people={people} />
          <ColumnTable sheet={sheet} people={people} readOnly={add.isPending} onChoose={choose} />
          <Field label={t('people.paste.kind')}>
            {(control) => (
              <select
                {...control}
                className="input mapcols__kind"
                value={kind}
                onChange={({ target }) => {
                  setKind(target.value)
                  store({ kind: target.value })
                }}
              >
                {kinds.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {add.error && (
            <Alert tone="error" ref={focusOnMount}>
              <b>
                {t('people.paste.failed', {
                  done: formatNumber(add.added.length),
                  left: n,
                })}
              </b>{' '}
              {failureText(add.error)}
            </Alert>
          )}
          {add.progress && (
            <div role="status">
              <progress className="progress" max={add.progress.total} value={add.progress.done} />
              <p>
                {t('people.paste.progress', {
                  done: formatNumber(add.progress.done),
                  total: formatNumber(add.progress.total),
                })}
              </p>
            </div>
          )}
          <div className="formfoot">
            {(ready.length > 0 || add.isPending) && (
              <Button
                look="primary"
                icon="check"
                busy={add.isPending}
                disabled={present === undefined}
                onClick={() => add.start(ready, kind, present ?? [])}
              >
                {add.isPending
                  ? t('form.saving')
                  : t(add.error ? 'people.paste.rest' : 'people.paste.add', { n })}
              </Button>
            )}
            <Button look="quiet" disabled={add.isPending} onClick={clear}>
              {t('people.paste.clear')}
            </Button>
            <span className="hint">{t('people.paste.undoable')}</span>
          </div>
        </>
      )}
    </section>
  )
}

interface SummaryProps {
  columns: readonly PersonColumn[]
  headings: readonly string[]
  people: ReturnType<typeof pastedPeople>
}

/** What was recognised, and what to look at. */
function Summary({ columns, headings, people }: SummaryProps) {
  const known = columns.filter((column) => column !== 'none').length
  const ready = people.filter(({ leftOut }) => leftOut === null)
  const doubts = ready.reduce((sum, person) => sum + person.doubts.size, 0)
  const out = people.length - ready.length
  const hasName = columns.includes('name')
  return (
    <Alert tone={doubts + out > 0 || headings.length === 0 || !hasName ? 'warn' : 'ok'}>
      {t('people.paste.found', {
        columns: formatNumber(known),
        n: formatNumber(people.length),
      })}{' '}
      {!hasName && <b>{t('people.paste.noName')}</b>}{' '}
      {hasName && out > 0 && t('people.paste.leftOut', { n: formatNumber(out) })}{' '}
      {doubts > 0 && <b>{t('people.paste.doubtful', { n: formatNumber(doubts) })}</b>}
    </Alert>
  )
}

/** Returns the longest table of the school's own page of teachers; null without one. */
function useOwnTable(): string[][] | null {
  const page = useQuery(teacherPageQuery(useAdminApi())).data
  return useMemo(() => (page && !page.people ? longestTable(page.html) : null), [page])
}
