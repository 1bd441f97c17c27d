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
import { Icon } from '../../ui/icon.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failedFields, failureText, hasCode } from '../api/failure-text.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useUnsavedWork } from '../components/unsaved-work.tsx'
import { withCopy } from '../t.ts'
import { pickerAccept } from '../uploads/accepted-files.ts'
import { ChosenFile } from '../uploads/chosen-file.tsx'
import { useUpload } from '../uploads/use-upload.ts'

const t = withCopy(settingsCopy)

/** Shown until staff upload a picture. */
const defaultPictures: Readonly<Record<SitePictureName, string>> = {
  crest,
  banner: school,
  headTeacher: head,
}

/** Width in pixels below which a picture looks blurred where the site shows it. */
const leastWidths: Readonly<Record<SitePictureName, number>> = {
  crest: 192,
  banner: 1200,
  headTeacher: 400,
}

/** What sets the pictures that were chosen and are not set yet. */
export type PicturesToSet = Map<SitePictureName, () => Promise<unknown>>

interface PictureFieldProps {
  picture: SitePictureName
  /** Where a chosen picture waits for the save of the form around it. */
  toSet: PicturesToSet
  /** What is set; null: nothing. */
  present: SitePicture | null
}

/** A picture of the site: chosen, looked at, then set at once, or with the form around it. */
export function PictureField({ picture, present, toSet }: PictureFieldProps) {
  const [file, setFile] = useState<File | null>(null)
  const [asking, setAsking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const put = useRef<HTMLButtonElement>(null)
  const refusal = useRef<HTMLDivElement>(null)
  const focusInput = () => focusSoon(() => input.current)
  const { set, uploading } = useSetPicture(picture, () => setFile(null))
  const { mutateAsync, isPending } = set
  useEffect(() => {
    if (!file || isPending) return
    toSet.set(picture, () => mutateAsync(file))
    return () => void toSet.delete(picture)
  }, [toSet, picture, file, isPending, mutateAsync])
  useEffect(() => {
    if (set.isError) refusal.current?.focus()
  }, [set.isError])
  useUnsavedWork(file !== null)

  const choose = (chosen: File | null) => {
    setFile(chosen)
    set.reset()
    if (!chosen) {
      focusInput()
      return
    }
    requestAnimationFrame(() => {
      put.current?.focus()
      // A browser that has it in the window takes what the foot covers for seen.
      put.current?.scrollIntoView({ block: 'nearest' })
    })
  }
  const id = `picture-${picture}`
  const name = t(`settings.picture.${picture}`)
  const of = <span className="vh">: {name}</span>
  return (
    <div className="field picture">
      <span className="label">{name}</span>
      <p className="hint" id={`${id}-hint`}>
        {t(`settings.picture.${picture}.hint`)}
      </p>
      {set.isError && (
        <Alert tone="error" ref={refusal}>
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
          <SmallPicture file={file} least={leastWidths[picture]} />
          <div>
            <Button
              look="primary"
              icon="check"
              ref={put}
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
          {present ? (
            <Photo
              className="picture__now"
              picture={present}
              sizes="12rem"
              alt={t('settings.picture.current', { picture: name })}
            />
          ) : (
            <img className="picture__now" src={defaultPictures[picture]} alt="" />
          )}
          <p className="upfile__b hint">
            {t(present ? 'settings.picture.own' : 'settings.picture.drawn')}
          </p>
          <label className="btn btn--small filebtn">
            <Icon name="image" />
            {t(present ? 'settings.picture.replace' : 'settings.picture.choose')}
            {of}
            <input
              className="vh"
              type="file"
              ref={input}
              accept={pickerAccept(collections.gallery)}
              aria-describedby={`${id}-hint`}
              onChange={({ currentTarget }) => {
                const [chosen] = currentTarget.files ?? []
                // Otherwise choosing the same file again would not be noticed.
                currentTarget.value = ''
                if (chosen) choose(chosen)
              }}
            />
          </label>
          {present && (
            <Button small look="danger" icon="trash" onClick={() => setAsking(true)}>
              {t('settings.picture.remove')}
              {of}
            </Button>
          )}
        </div>
      )}
      {asking && (
        <RemovePictureDialog
          picture={picture}
          onClose={() => setAsking(false)}
          onRemoved={focusInput}
        />
      )}
    </div>
  )
}

/** Warns that a chosen picture is narrower than `least` pixels; it may be used all the same. */
function SmallPicture({ file, least }: { file: File; least: number }) {
  const [width, setWidth] = useState(least)
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
  if (width >= least) return null
  return (
    <Alert tone="warn">
      {t('settings.picture.small', {
        width: formatNumber(width),
        least: formatNumber(least),
      })}
    </Alert>
  )
}

interface RemovePictureDialogProps {
  picture: SitePictureName
  onClose: () => void
  onRemoved: () => void
}

/** Asks before a picture is taken away: there is no way back. Opens on the button that keeps it. */
function RemovePictureDialog({ picture, onClose, onRemoved }: RemovePictureDialogProps) {
  const remove = useRemovePicture(picture, () => {
    onClose()
    onRemoved()
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

/** Keeps what the server answered, and says what was done to the picture. */
function useAnswered(picture: SitePictureName, action: 'set' | 'removed') {
  const { queryKey } = settingsQuery(useAdminApi())
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return (settings: SiteSettings) => {
    queryClient.setQueryData(queryKey, settings)
    const name = t(`settings.picture.${picture}`)
    toasts.show({ tone: 'ok', text: t(`settings.picture.${action}`, { picture: name }) })
  }
}

/** Sets a picture of the site, made smaller before it is sent. */
function useSetPicture(picture: SitePictureName, onSet: () => void) {
  const api = useAdminApi()
  const uploading = useUpload()
  const answered = useAnswered(picture, 'set')
  const set = useMutation({
    mutationFn: (chosen: File) =>
      uploading.upload(chosen, (file, options) =>
        api.setSitePicture({ params: { picture }, body: {}, file }, options),
      ),
    onSuccess: (settings) => {
      answered(settings)
      onSet()
    },
  })
  return { set, uploading }
}

/** Takes a picture of the site away. */
function useRemovePicture(picture: SitePictureName, onRemoved: () => void) {
  const api = useAdminApi()
  const answered = useAnswered(picture, 'removed')
  return useMutation({
    mutationFn: async () => {
      try {
        return await api.removeSitePicture({ params: { picture } })
      } catch (error) {
        // Someone else was quicker: what was wanted is so.
        if (hasCode(error, 'not_found')) return api.getSettings()
        throw error
      }
    },
    onSuccess: (settings) => {
      answered(settings)
      onRemoved()
    },
  })
}
