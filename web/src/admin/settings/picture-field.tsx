import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { collections } from '@bidyaloy/shared/collections/registry'
import { settingsCopy } from '@bidyaloy/shared/copy/settings-copy'
import type {
  SitePicture,
  SitePictureName,
  SiteSettings,
} from '@bidyaloy/shared/school/site-settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import crest from '../../art/crest.svg'
import head from '../../art/head.svg'
import school from '../../art/school.svg'
import { Photo } from '../../collections/photo.tsx'
import { settingsQuery } from '../../school/use-school.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { focusSoon } from '../../ui/focus-soon.ts'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failedFields, failureText, hasCode } from '../api/failure-text.ts'
import { ConfirmDialog } from '../components/dialogs.tsx'
import { focusOnMount } from '../components/focus.ts'
import { useUnsavedWork } from '../components/unsaved-work.tsx'
import { withCopy } from '../t.ts'
import { pickerAccept } from '../uploads/accepted-files.ts'
import { ChosenFile } from '../uploads/chosen-file.tsx'
import { FileButton } from '../uploads/file-button.tsx'
import { useUpload } from '../uploads/upload-file.ts'

const t = withCopy(settingsCopy)

/** The built-in drawing, and the width in pixels below which an own picture looks blurred. */
const facts: Readonly<Record<SitePictureName, { drawing: string; minWidth: number }>> = {
  crest: { drawing: crest, minWidth: 192 },
  banner: { drawing: school, minWidth: 1200 },
  headTeacher: { drawing: head, minWidth: 400 },
}

/** Uploads of the chosen pictures that are not set yet. */
export type PicturesToSet = Map<SitePictureName, () => Promise<unknown>>

interface PictureFieldProps {
  picture: SitePictureName
  /** Where a chosen picture waits for the save of the surrounding form. */
  toSet: PicturesToSet
  saved: SitePicture | null
}

/** A picture of the site. A chosen file is previewed, then set by its own button or by the form. */
export function PictureField({ picture, saved, toSet }: PictureFieldProps) {
  const api = useAdminApi()
  const uploading = useUpload()
  const showSaved = useShowSaved(picture)
  const [file, setFile] = useState<File | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const setButton = useRef<HTMLButtonElement>(null)
  const focusInput = () => focusSoon(() => input.current)
  const set = useMutation({
    mutationFn: (chosen: File) =>
      uploading.upload([chosen], (ready, options) =>
        api.setSitePicture({ params: { picture }, body: {}, file: ready }, options),
      ),
    onSuccess: (settings) => {
      showSaved(settings, 'set')
      setFile(null)
    },
  })
  const { mutateAsync, isPending } = set
  useEffect(() => {
    if (!file || isPending) return
    toSet.set(picture, () => mutateAsync(file))
    return () => void toSet.delete(picture)
  }, [toSet, picture, file, isPending, mutateAsync])
  useUnsavedWork(file !== null)

  const choose = (chosen: File | null) => {
    setFile(chosen)
    set.reset()
    if (!chosen) {
      focusInput()
      return
    }
    requestAnimationFrame(() => {
      setButton.current?.focus()
      // The browser does not scroll to a focused button that the sticky foot covers.
      setButton.current?.scrollIntoView({ block: 'nearest' })
    })
  }
  const { drawing, minWidth } = facts[picture]
  const hintId = `picture-${picture}-hint`
  const name = t(`settings.picture.${picture}`)
  const of = <span className="vh">: {name}</span>
  return (
    <div className="field picture">
      <span className="label">{name}</span>
      <p className="hint" id={hintId}>
        {t(`settings.picture.${picture}.hint`)}
      </p>
      {set.isError && (
        <Alert tone="error" ref={focusOnMount}>
          <b>{t('settings.picture.setFailed')}</b>{' '}
          {failedFields(set.error).file ?? failureText(set.error)}
        </Alert>
      )}
      {file ? (
        <>
          <ChosenFile
            file={file}
            progress={uploading.progress}
            message={t('settings.picture.notYet')}
            onRemove={() => choose(null)}
            onCancel={uploading.cancel}
          />
          <SmallPictureWarning file={file} minWidth={minWidth} />
          <div>
            <Button
              look="primary"
              icon="check"
              ref={setButton}
              busy={set.isPending}
              onClick={() => set.mutate(file, { onSuccess: focusInput })}
            >
              {t(set.isPending ? 'settings.picture.putting' : 'settings.picture.put')}
              {of}
            </Button>
          </div>
        </>
      ) : (
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
          <p className="upfile__b hint">
            {t(saved ? 'settings.picture.own' : 'settings.picture.drawn')}
          </p>
          <FileButton
            small
            icon="image"
            ref={input}
            accept={pickerAccept(collections.gallery)}
            aria-describedby={hintId}
            onFile={choose}
          >
            {t(saved ? 'settings.picture.replace' : 'settings.picture.choose')}
            {of}
          </FileButton>
          {saved && (
            <Button small look="danger" icon="trash" onClick={() => setRemoving(true)}>
              {t('settings.picture.remove')}
              {of}
            </Button>
          )}
        </div>
      )}
      {isRemoving && (
        <RemovePictureDialog
          picture={picture}
          onClose={() => setRemoving(false)}
          onRemoved={(settings) => {
            showSaved(settings, 'removed')
            setRemoving(false)
            focusInput()
          }}
        />
      )}
    </div>
  )
}

/** Warns of a picture narrower than `minWidth` pixels; it can be used nevertheless. */
function SmallPictureWarning({ file, minWidth }: { file: File; minWidth: number }) {
  const [width, setWidth] = useState(minWidth)
  useEffect(() => {
    let isCurrent = true
    // The server validates formats that this browser cannot decode.
    createImageBitmap(file).then(
      (bitmap) => {
        if (isCurrent) setWidth(bitmap.width)
        bitmap.close()
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [file])
  if (width >= minWidth) return null
  return (
    <Alert tone="warn">
      {t('settings.picture.small', {
        width: formatNumber(width),
        least: formatNumber(minWidth),
      })}
    </Alert>
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
      {remove.isError && (
        <Alert tone="error">
          <b>{t('settings.picture.removeFailed')}</b> {failureText(remove.error)}
        </Alert>
      )}
      <p className="quote">{t(`settings.picture.${picture}`)}</p>
      <p>{t('settings.picture.remove.confirm')}</p>
    </ConfirmDialog>
  )
}

/** Returns a function that shows the settings of a response, and a toast. */
function useShowSaved(picture: SitePictureName) {
  const { queryKey } = settingsQuery(useAdminApi())
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return (settings: SiteSettings, action: 'set' | 'removed') => {
    queryClient.setQueryData(queryKey, settings)
    const name = t(`settings.picture.${picture}`)
    toasts.show({ tone: 'ok', text: t(`settings.picture.${action}`, { picture: name }) })
  }
}
