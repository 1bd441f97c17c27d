import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { FileThumbnail } from '../../../admin/uploads/chosen-file.tsx'
import { FileButton } from '../../../admin/uploads/file-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { type GivenGroup, groupsOf } from './given-files.ts'
import { sizeText, t } from './texts.ts'

/** Id of the field of the files. */
export const SOURCE_FILES = 'move-in-files'

const ACCEPTED =
  '.xml,.wxr,.zip,.csv,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.jpg,.jpeg,.png,.webp'
/** Makes a file field ask for a folder. React has no name for it. */
const OF_FOLDER = { webkitdirectory: '' }

interface SourceFilesProps {
  files: readonly File[]
  error: string | undefined
  isBusy: boolean
  onAdd: (files: readonly File[]) => void
  onRemove: (files: readonly File[]) => void
}

/** The chosen files and folders, a zone that takes more, and a button for a folder. */
export function SourceFiles({ files, error, isBusy, onAdd, onRemove }: SourceFilesProps) {
  const hint = `${SOURCE_FILES}-hint`
  const errorId = `${SOURCE_FILES}-error`
  return (
    <div className="field">
      <Dropzone
        control={{
          id: SOURCE_FILES,
          'aria-describedby': error ? `${errorId} ${hint}` : hint,
          'aria-invalid': error ? true : undefined,
        }}
        accept={ACCEPTED}
        disabled={isBusy}
        onFiles={onAdd}
      >
        <span>
          <b>{t('moveIn.look.or')}</b> {t('moveIn.look.files')}
        </span>
      </Dropzone>
      <div>
        <FileButton
          {...OF_FOLDER}
          icon="archive"
          disabled={isBusy}
          aria-describedby={hint}
          onFile={(file, others) => onAdd([file, ...others])}
        >
          {t('moveIn.look.folder')}
        </FileButton>
      </div>
      <p className="hint" id={hint}>
        {t('moveIn.look.files.hint')}
      </p>
      <FieldError id={errorId} text={error} />
      {groupsOf(files).map((group) => (
        <Group
          key={`${group.isFolder} ${group.name}`}
          group={group}
          {...(!isBusy && { onRemove: () => onRemove(group.files) })}
        />
      ))}
    </div>
  )
}

/** A folder, a file, or a number of files. */
function Group({ group, onRemove }: { group: GivenGroup; onRemove?: () => void }) {
  const { name, isFolder, files } = group
  const [first] = files
  const count = t('moveIn.source.files', { n: formatNumber(files.length) })
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return (
    <div className="upfile">
      {first && !isFolder && files.length === 1 ? (
        <FileThumbnail file={first} />
      ) : (
        <Icon name={isFolder ? 'archive' : 'file'} />
      )}
      <div className="upfile__b">
        <b>{name || count}</b>
        <p className="meta">
          {isFolder && <span>{count}</span>}
          <span>{sizeText(bytes)}</span>
        </p>
      </div>
      {onRemove && (
        <Button look="quiet" small icon="close" onClick={onRemove}>
          {t('form.file.remove')}
          <span className="vh">: {name || count}</span>
        </Button>
      )}
    </div>
  )
}
