import { ApiError } from '@bidyaloy/shared/api/api'
import { type MoveIn, NewLook } from '@bidyaloy/shared/features/move-in/move-in'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { failedFields, hasCode } from '../../../admin/api/failure-text.ts'
import { ChangeFailure } from '../../../admin/components/change-failure.tsx'
import { useUnsavedWork } from '../../../admin/components/unsaved-work.tsx'
import { schemaErrors } from '../../../admin/form/contract-resolver.ts'
import { drafts } from '../../../admin/form/drafts.ts'
import { UploadProgressBar } from '../../../admin/uploads/chosen-file.tsx'
import { useUpload } from '../../../admin/uploads/upload-file.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { prepareGiven, withMore, wrongWith } from './given-files.ts'
import { useMoveTask } from './move-queries.ts'
import { UploadNews } from './progress-news.tsx'
import { SOURCE_FILES, SourceFiles } from './source-files.tsx'
import { StepHeading } from './step-heading.tsx'
import { t } from './texts.ts'

/** Name of the draft of the address. */
const DRAFT = 'move-in'

/** What is wrong with the form, by field. */
interface Wrong {
  url?: string | undefined
  files?: string | undefined
}

interface SourceFormProps {
  /** A look that the next one replaces. */
  former?: MoveIn
}

/** Asks for the address of the older site, or for files of it. */
export function SourceForm({ former }: SourceFormProps) {
  const urlField = useRef<HTMLInputElement>(null)
  const [url, setUrl] = useState(() => drafts.read(DRAFT).url ?? former?.source.url ?? '')
  const [files, setFiles] = useState<readonly File[]>([])
  const [wrong, setWrong] = useState<Wrong>({})
  const { look, progress, cancel } = useLook()
  useUnsavedWork(files.length > 0)
  const hasFailed = former?.state === 'failed'
  const type = (text: string) => {
    setUrl(text)
    drafts.store(DRAFT, { url: text })
  }
  const add = (more: readonly File[]) => {
    const all = withMore(files, more)
    setFiles(all)
    setWrong({ files: wrongWith(all) })
  }
  const remove = (some: readonly File[]) => {
    const left = files.filter((one) => !some.includes(one))
    setFiles(left)
    setWrong({ files: wrongWith(left) })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (look.isPending) return
    const found = wrongIn(url, files)
    setWrong(found)
    if (found.url) urlField.current?.focus()
    else if (found.files) document.getElementById(SOURCE_FILES)?.focus()
    else look.mutate({ url: url.trim(), files })
  }
  const refused = failedFields(look.error)
  return (
    <form className="card stack" noValidate onSubmit={submit} aria-label={t('moveIn.step.look')}>
      {former?.state === 'found' ? (
        <div>
          <h2 className="movein__step">{t('moveIn.look.other')}</h2>
          <p className="hint">{t('moveIn.look.replaces')}</p>
        </div>
      ) : (
        <StepHeading isHidden={!hasFailed}>
          {t(hasFailed ? 'moveIn.failed.title' : 'moveIn.look.url')}
        </StepHeading>
      )}
      {hasFailed && former && <Failed move={former} />}
      <ChangeFailure
        change={look}
        text={t(hasCode(look.error, 'conflict') ? 'moveIn.look.busy' : 'moveIn.look.failed')}
      />
      <TextField
        label={t('moveIn.look.url')}
        hint={t('moveIn.look.url.hint')}
        error={wrong.url ?? refused.url}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        value={url}
        readOnly={look.isPending}
        onChange={({ target }) => type(target.value)}
        ref={urlField}
      />
      <SourceFiles
        files={files}
        error={wrong.files ?? refused.file ?? refused.uploads}
        isBusy={look.isPending}
        onAdd={add}
        onRemove={remove}
      />
      <UploadNews progress={progress} />
      {progress && (
        <div>
          <UploadProgressBar {...progress} />
        </div>
      )}
      {files.length > 0 && (progress || look.error) && (
        <p className="hint">{t('moveIn.look.goesOn')}</p>
      )}
      <div className="row">
        <Button look="primary" icon="search" type="submit" busy={look.isPending}>
          {t('moveIn.look.submit')}
        </Button>
        {progress && (
          <Button look="quiet" icon="close" onClick={cancel}>
            {t('moveIn.look.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}

function wrongIn(url: string, files: readonly File[]): Wrong {
  const typed = url.trim()
  if (typed === '' && files.length === 0) return { url: t('moveIn.look.neither') }
  if (typed !== '' && files.length > 0) return { url: t('moveIn.look.both') }
  return files.length > 0
    ? { files: wrongWith(files) }
    : { url: schemaErrors(NewLook, { url: typed }).url }
}

/** Sends the files, if there are some, and begins to look. */
function useLook() {
  const api = useAdminApi()
  const navigate = useNavigate()
  const { upload, progress, cancel } = useUpload(prepareGiven)
  const look = useMoveTask(async ({ url, files }: { url: string; files: readonly File[] }) => {
    const move =
      files.length > 0
        ? await upload(files, (ready, options) => api.startLook({ body: {}, file: ready }, options))
        : await api.startLook({ body: { url } })
    drafts.forget(DRAFT)
    // To the newest, which this is.
    await navigate({ search: '' })
    return move
  })
  // A look that its user cancelled has not failed.
  const isCancelled = look.error instanceof ApiError && look.error.code === 'aborted'
  return { look: isCancelled ? { ...look, error: null } : look, progress, cancel }
}

/** Why a look could not be finished, what to do, and another try. */
function Failed({ move: { _id: id, problem } }: { move: MoveIn }) {
  const api = useAdminApi()
  const again = useMoveTask(() => api.continueMoveIn({ params: { id } }))
  return (
    <>
      <Alert tone="error">
        <div className="stack stack--3">
          <p>
            <b>{t(`moveIn.reason.${problem ?? 'unreachable'}`)}।</b>{' '}
            {t(`moveIn.next.${problem ?? 'unreachable'}`)}।
          </p>
          <div>
            <Button small icon="retry" busy={again.isPending} onClick={() => again.mutate()}>
              {t('moveIn.failed.again')}
            </Button>
          </div>
        </div>
      </Alert>
      <ChangeFailure change={again} text={t('moveIn.look.failed')} />
    </>
  )
}
