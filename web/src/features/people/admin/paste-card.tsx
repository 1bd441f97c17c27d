import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { Kind } from '@bidyaloy/shared/collections/kinds'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { peopleCopy } from '@bidyaloy/shared/features/people/copy'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useId, useMemo, useRef } from 'react'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { failureText } from '../../../admin/api/failure-text.ts'
import { focusOnMount } from '../../../admin/components/focus.ts'
import { useUnsavedWork } from '../../../admin/components/unsaved-work.tsx'
import { useBatchCreate } from '../../../admin/entries/use-batch-create.ts'
import { ConvertedNote } from '../../../admin/form/converted-note.tsx'
import { withCopy } from '../../../admin/t.ts'
import { FileButton } from '../../../admin/uploads/file-button.tsx'
import { cellText, readSheetFile } from '../../../lib/tables/sheet-file.ts'
import { SheetFileError } from '../../../lib/tables/sheet-file-error.ts'
import { tabSeparated } from '../../../lib/tables/text-table.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { teacherPageQuery } from '../../teacher-page/queries.ts'
import { ColumnTable, columnText, idOfCell } from './column-table.tsx'
import type { PersonColumn } from './people-columns.ts'
import { keyOf, longestTable, pastedPeople, readPeopleSheet } from './people-sheet.ts'
import { type PastedList, usePastedList } from './use-pasted-list.ts'

const t = withCopy(peopleCopy, sheetCopy, entriesCopy)

interface PasteCardProps {
  kinds: readonly Kind[]
  /** The people of the list; undefined until they load. */
  present: readonly Entry[] | undefined
}

/** Adds the people of a list that was pasted from a spreadsheet or read from a file. */
export function PasteCard({ kinds, present }: PasteCardProps) {
  const list = usePastedList(kinds)
  const area = useRef<HTMLTextAreaElement>(null)
  const previewHead = useRef<HTMLHeadingElement>(null)
  /** Whether the preview takes the focus when it shows what was pasted. */
  const showsPreview = useRef(false)
  const ownTable = useOwnTable()
  const put = (next: string) => {
    list.put(next)
    add.resetError()
    read.reset()
  }
  /** Puts a whole list, after which its preview has the focus. */
  const putList = (rows: readonly (readonly string[])[]) => {
    showsPreview.current = true
    put(tabSeparated(rows))
  }
  const clear = () => {
    put('')
    add.reset()
    list.forget()
    area.current?.focus()
  }
  const add = useBatchCreate({
    collection: 'people',
    onDone: clear,
    texts: {
      added: (all) =>
        t(all.some(({ status }) => status) ? 'draft.sent' : 'people.paste.added', {
          n: formatNumber(all.length),
        }),
      undone: (all) => t('people.paste.undone', { n: formatNumber(all.length) }),
    },
  })
  const read = useMutation({
    mutationFn: readSheetFile,
    onSuccess: (sheets) => {
      const best = sheets.find(({ rows }) => readPeopleSheet(rows).headings.length > 0) ?? sheets[0]
      putList((best?.rows ?? []).map((row) => row.map(cellText)))
    },
  })
  useUnsavedWork(add.isPending)
  const hasPeople = list.sheet.rows.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each pasted text
  useEffect(() => {
    if (!showsPreview.current) return
    showsPreview.current = false
    previewHead.current?.focus({ preventScroll: true })
    previewHead.current?.scrollIntoView()
  }, [list.text, hasPeople])
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
            className="input input--long"
            rows={4}
            wrap="off"
            spellCheck={false}
            ref={area}
            value={list.text}
            readOnly={add.isPending}
            onChange={({ target, nativeEvent }) => {
              // Pasted or dropped, not typed.
              showsPreview.current =
                nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('insertFrom')
              put(target.value)
            }}
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
        {ownTable && list.text === '' && (
          <Button icon="table" onClick={() => putList(ownTable)}>
            {t('people.paste.page')}
          </Button>
        )}
      </p>
      {list.hasBijoy && (
        <ConvertedNote isConverted={list.isConverted} onChange={list.setConverted} />
      )}
      {hasPeople && (
        <Preview
          list={list}
          add={add}
          kinds={kinds}
          present={present}
          onClear={clear}
          headRef={previewHead}
        />
      )}
    </section>
  )
}

interface PreviewProps extends PasteCardProps {
  list: PastedList
  add: ReturnType<typeof useBatchCreate>
  onClear: () => void
  headRef: Ref<HTMLHeadingElement>
}

/** The people of a list as they would be added, to be looked at and corrected. */
function Preview({ list, add, kinds, present, onClear, headRef }: PreviewProps) {
  const cellPrefix = useId()
  const summaryId = useId()
  const { sheet, kindOf } = list
  const people = useMemo(() => {
    // The list may lack those who were just added, and already have one without a response: sent
    // again, that person belongs to those whom the undo takes back.
    const known = (present ?? []).filter((person) => keyOf(person) !== add.unconfirmed)
    return pastedPeople(sheet, kindOf, [...known, ...add.created.values()])
  }, [sheet, kindOf, present, add.created, add.unconfirmed])
  const ready = people.filter(({ leftOut }) => leftOut === null)
  const n = formatNumber(ready.length)
  const start = () => {
    const orders = [...(present ?? []), ...add.created.values()].map(({ order = 0 }) => order)
    // They are listed after those who are there.
    const after = Math.floor(Math.max(0, ...orders))
    add.start(
      ready.map(({ key, title, kind, fields }, index) => {
        const own = Object.entries(fields).flatMap(([name, text]) => (text ? [[name, text]] : []))
        const order = after + index + 1
        return { key, body: { title, kind: kind || null, order, fields: Object.fromEntries(own) } }
      }),
    )
  }
  return (
    <>
      <h3 ref={headRef} tabIndex={-1} aria-describedby={summaryId}>
        {t('people.paste.preview')}
      </h3>
      <div id={summaryId}>
        <Summary
          idPrefix={cellPrefix}
          columns={sheet.columns}
          headings={sheet.headings}
          people={people}
        />
      </div>
      <ColumnTable
        idPrefix={cellPrefix}
        sheet={sheet}
        people={people}
        kinds={kinds}
        onKind={list.setOwnKind}
        isCorrected={list.isCorrected}
        readOnly={add.isPending}
        onChoose={list.choose}
        onCorrect={(row, index, cell) => {
          list.correct(row, index, cell)
          add.resetError()
        }}
      />
      <Field label={t('people.paste.kind')}>
        {(control) => (
          <select
            {...control}
            className="input input--select mapcols__kind"
            value={list.kind}
            onChange={({ target }) => list.setKind(target.value)}
          >
            <option value="">{t('people.paste.kind.byPost')}</option>
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
          <b>{t('people.paste.failed', { done: formatNumber(add.created.size), left: n })}</b>{' '}
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
            onClick={start}
          >
            {add.isPending
              ? t('form.saving')
              : t(add.error ? 'people.paste.rest' : 'people.paste.add', { n })}
          </Button>
        )}
        <Button look="quiet" disabled={add.isPending} onClick={onClear}>
          {t('people.paste.clear')}
        </Button>
        <span className="hint">{t('people.paste.undoable')}</span>
      </div>
    </>
  )
}

interface SummaryProps {
  /** Prefix of the ids of cells, see `idOfCell`. */
  idPrefix: string
  columns: readonly PersonColumn[]
  headings: readonly string[]
  people: ReturnType<typeof pastedPeople>
}

/** How many of the cells to look at are named; after a correction, the next follows. */
const SHOWN_DOUBTS = 5

/** What was recognised, and which cells to look at. */
function Summary({ idPrefix, columns, headings, people }: SummaryProps) {
  const known = columns.filter((column) => column !== 'none').length
  const doubts = people.flatMap((person, row) =>
    [...(person.leftOut ? [] : person.doubts.keys())].map((index) => ({ person, row, index })),
  )
  const out = people.filter(({ leftOut }) => leftOut !== null).length
  const hasName = columns.includes('name')
  return (
    <Alert tone={doubts.length + out > 0 || headings.length === 0 || !hasName ? 'warn' : 'ok'}>
      {t('people.paste.found', {
        columns: formatNumber(known),
        n: formatNumber(people.length),
      })}{' '}
      {headings.length === 0 && t('people.paste.guessed')}{' '}
      {!hasName && <b>{t('people.paste.noName')}</b>}{' '}
      {hasName && out > 0 && t('people.paste.leftOut', { n: formatNumber(out) })}{' '}
      {doubts.length > 0 && (
        <>
          <b>{t('people.paste.doubtful', { n: formatNumber(doubts.length) })}</b>
          <ul>
            {doubts.slice(0, SHOWN_DOUBTS).map(({ person, row, index }) => {
              const id = idOfCell(idPrefix, row, index)
              return (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    onClick={(event) => {
                      event.preventDefault()
                      document.getElementById(id)?.focus()
                    }}
                  >
                    {t('people.paste.doubtAt', {
                      n: toBengaliDigits(row + 1),
                      name: person.title,
                      column: columnText(columns[index] ?? 'none'),
                    })}
                  </a>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </Alert>
  )
}

/** Returns the longest table of the school's own page of teachers; null without one. */
function useOwnTable(): string[][] | null {
  const page = useQuery(teacherPageQuery(useAdminApi())).data
  return useMemo(() => (page && !page.people ? longestTable(page.html) : null), [page])
}
