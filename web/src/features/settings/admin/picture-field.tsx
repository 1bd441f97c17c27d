import { collections } from '@bidyaloy/shared/collections/registry'
import { settingsCopy } from '@bidyaloy/shared/features/settings/copy'
import type {
  SitePicture,
  SitePictureName,
  SiteSettings,
} from '@bidyaloy/shared/features/settings/settings'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { failedFields, failureText, hasCode } from '../../../admin/api/failure-text.ts'
import { revertLastChange, useUndo } from '../../../admin/api/use-undo.ts'
import { ChangeFailure } from '../../../admin/components/change-failure.tsx'
import { ConfirmDialog } from '../../../admin/components/dialogs.tsx'
import { focusOnMount } from '../../../admin/components/focus.ts'
import { useUnsavedWork } from '../../../admin/components/unsaved-work.tsx'
import { withCopy } from '../../../admin/t.ts'
import { pickerAccept } from '../../../admin/uploads/accepted-files.ts'
import { ChosenFile } from '../../../admin/uploads/chosen-file.tsx'
import { FileButton } from '../../../admin/uploads/file-button.tsx'
import { useUpload } from '../../../admin/uploads/upload-file.ts'
import crest from '../../../art/crest.svg'
import head from '../../../art/head.svg'
import school from '../../../art/school.svg'
import { Photo } from '../../../collections/photo.tsx'
import { focusSoon } from '../../../lib/focus-soon.ts'
import { settingsQuery } from '../../../school/use-school.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { useToasts } from '../../../ui/toast.tsx'

const t = withCopy(settingsCopy)

/** The built-in drawing, and the width in pixels below which an own picture looks blurred. */
const facts: Readonly<Record<SitePictureName, { drawing: string; minWidth: number }>> = {
  crest: { drawing: crest, minWidth: 192 },
  banner: { drawing: school, minWidth: 1200 },
  headTeacher: { drawing: head, minWidth: 400 },
}

interface PictureFieldProps {
  picture: SitePictureName
  saved: SitePicture | null
}

/** A picture of the site. A chosen file is set at once; its message offers the former picture. */
export function PictureField({ picture, saved }: PictureFieldProps) {
  const api = useAdminApi()
  const uploading = useUpload()
  const showSaved = useShowSaved(picture)
  const [isRemoving, setRemoving] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const focusInput = () => focusSoon(() => input.current)
  const set = useMutation({
    mutationFn: (chosen: File) =>
      uploading.upload([chosen], (ready, options) =>
        api.setSitePicture({ params: { picture }, body: {}, file: ready }, options),
      ),
    onSuccess: (settings) => {
      showSaved(settings, { action: 'set', before: saved })
      focusInput()
    },
    onError: (error) => {
      if (hasCode(error, 'aborted')) leaveOut()
    },
  })
  const leaveOut = () => {
    set.reset()
    focusInput()
  }
  /** The file that is being sent, or could not be. */
  const file = set.isPending || set.isError ? set.variables : undefined
  useUnsavedWork(file !== undefined)

  const { drawing, minWidth } = facts[picture]
  const hintId = `picture-${picture}-hint`
  const name = t(`settings.picture.${picture}`)
  const of = <span className="vh">: {name}</span>
  return (
    <div className="field picture">
      <span className="label">{name}</span>
      {file && set.isError && (
        <Alert tone="error" ref={focusOnMount} key={set.submittedAt}>
          <p>
            <b>{t('settings.picture.setFailed')}</b>{' '}
            {failedFields(set.error).file ?? failureText(set.error)}
          </p>
          <Button small icon="refresh" onClick={() => set.mutate(file)}>
            {t('error.retry')}
          </Button>
        </Alert>
      )}
      <div className="upfile">
        {saved ? (
          <Photo
            className="picture__now"
            picture={saved}
            sizes="12rem"
            alt={t('settings.picture.current', { picture: name })}
          />
        ) : (
          <img className="picture__now" src={drawing} alt="" />
        )}
        <p className="upfile__b hint" id={hintId}>
          {t(`settings.picture.${picture}.hint`)} {!saved && t('settings.picture.drawn')}
        </p>
        <div className="picture__acts">
          <FileButton
            small
            icon="image"
            ref={input}
            accept={pickerAccept(collections.gallery)}
            aria-describedby={hintId}
            disabled={set.isPending}
            onFile={(chosen) => set.mutate(chosen)}
          >
            {t(saved ? 'settings.picture.replace' : 'settings.picture.choose')}
            {of}
          </FileButton>
          {saved && (
            <Button
              small
              look="danger"
              icon="trash"
              disabled={set.isPending}
              onClick={() => setRemoving(true)}
            >
              {t('settings.picture.remove')}
              {of}
            </Button>
          )}
        </div>
      </div>
      {file && (
        <ChosenFile
          file={file}
          progress={uploading.progress}
          onRemove={leaveOut}
          onCancel={uploading.cancel}
        />
      )}
      {saved && saved.width < minWidth && (
        <Alert tone="warn">
          {t('settings.picture.small', {
            width: formatNumber(saved.width),
            least: formatNumber(minWidth),
          })}
        </Alert>
      )}
      {isRemoving && (
        <RemovePictureDialog
          picture={picture}
          onClose={() => setRemoving(false)}
          onRemoved={(settings) => {
            showSaved(settings, { action: 'removed' })
            setRemoving(false)
            focusInput()
          }}
        />
      )}
    </div>
  )
}

interface RemovePictureDialogProps {
  picture: SitePictureName
  onClose: () => void
  onRemoved: (settings: SiteSettings) => void
}

/** Asks before a picture is removed, which cannot be undone. */
function RemovePictureDialog({ picture, onClose, onRemoved }: RemovePictureDialogProps) {
  const api = useAdminApi()
  const remove = useMutation({
    mutationFn: async () => {
      try {
        return await api.removeSitePicture({ params: { picture } })
      } catch (error) {
        // Another admin has removed it.
        if (hasCode(error, 'not_found')) return api.getSettings()
        throw error
      }
    },
    onSuccess: onRemoved,
  })
  return (
    <ConfirmDialog
      title={t('settings.picture.remove')}
      yes={{
        icon: 'trash',
        label: t(remove.isPending ? 'settings.picture.removing' : 'settings.picture.remove'),
        busy: remove.isPending,
      }}
      onYes={() => remove.mutate()}
      onClose={onClose}
    >
      <ChangeFailure change={remove} text={t('settings.picture.removeFailed')} />
      <p className="quote">{t(`settings.picture.${picture}`)}</p>
      <p>{t('settings.picture.remove.confirm')}</p>
    </ConfirmDialog>
  )
}

/** What a response is about; `before` is the picture that a new one has replaced. */
type PictureChange = { action: 'set'; before: SitePicture | null } | { action: 'removed' }

/** Returns a function that shows the settings of a response, and a toast. */
function useShowSaved(picture: SitePictureName) {
  const api = useAdminApi()
  const { queryKey } = settingsQuery(api)
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const records = [picture]
  const undo = useUndo({
    label: t('settings.picture.undo'),
    done: t('settings.picture.undone'),
    records,
    undo: ({ before, version }: { before: SitePicture | null; version: number }) =>
      before
        ? revertLastChange(api, { recordType: 'settings', id: 'current', version })
        : api.removeSitePicture({ params: { picture } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  })
  return (settings: SiteSettings, change: PictureChange) => {
    queryClient.setQueryData(queryKey, settings)
    toasts.show({
      tone: 'ok',
      text: t(`settings.picture.${change.action}`, { picture: t(`settings.picture.${picture}`) }),
      records,
      ...(change.action === 'set' && {
        action: undo({ before: change.before, version: settings.__v }),
      }),
    })
  }
}
