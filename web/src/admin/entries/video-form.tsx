import { NewVideo } from '@bidyaloy/shared/collections/entry'
import { videoIdOf, videoThumbnailUrl } from '@bidyaloy/shared/collections/video'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { failedFields, failureText } from '../api/failure-text.ts'
import { ContentKey } from '../api/idempotency-key.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { schemaErrors } from '../form/contract-resolver.ts'
import { changedValues, drafts } from '../form/drafts.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { withCopy } from '../t.ts'
import { useEntryCache } from './entry-cache.ts'
import { TitleField } from './entry-fields.tsx'
import type { OnPublished } from './published-card.tsx'
import { NO_TIMING, newTiming, wrongTiming } from './timing.ts'
import { idOfTiming, OptionalTimingFields, TIMING_FIELDS } from './timing-fields.tsx'

const t = withCopy(entriesCopy)

const COLLECTION = 'main-gallery'
const DRAFT = 'main-gallery-video'
const EMPTY = { title: '', videoLink: '', ...NO_TIMING }
type Values = typeof EMPTY

const bodyOf = ({ title, videoLink, ...timing }: Values): NewVideo => ({
  title,
  videoLink: withScheme(videoLink.trim()),
  ...newTiming(timing),
})

/** Adds `https://` to a link that was copied without a scheme, or with `http://`. */
function withScheme(link: string): string {
  return link && `https://${link.replace(/^https?:\/\//i, '')}`
}

function validate(values: Values): Record<string, string> {
  return { ...schemaErrors(NewVideo, bodyOf(values)), ...wrongTiming(values) }
}

/** Adds a YouTube video to the gallery. */
export function VideoForm({ onPublished }: { onPublished: OnPublished }) {
  const { api, notifyQueued } = useWriteApi()
  const cache = useEntryCache(COLLECTION)
  const idPrefix = useId()
  const titleId = `${idPrefix}-title`
  const linkId = `${idPrefix}-link`
  const [contentKey] = useState(() => new ContentKey<[string]>())
  const [values, setValues] = useState<Values>(() => ({ ...EMPTY, ...drafts.read(DRAFT) }))
  const [failedAttempts, setFailedAttempts] = useState(0)
  const change = (part: Partial<Values>) => {
    setValues((before) => ({ ...before, ...part }))
    if (add.isError) add.reset()
  }
  useEffect(() => drafts.store(DRAFT, changedValues(values, EMPTY)), [values])

  const clear = () => {
    contentKey.renew()
    setValues(EMPTY)
    setFailedAttempts(0)
    add.reset()
  }
  const focusTitle = () => document.getElementById(titleId)?.focus()
  const add = useMutation({
    mutationFn: (body: NewVideo) =>
      api.createEntry(
        { params: { collection: COLLECTION }, body },
        { idempotencyKey: contentKey.for([JSON.stringify(body)]) },
      ),
    onSuccess: (entry) => {
      clear()
      onPublished([entry], focusTitle)
      if (notifyQueued()) focusTitle()
    },
    onError: () => setFailedAttempts((count) => count + 1),
    onSettled: () => cache.refresh(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    if (Object.keys(validate(values)).length > 0) setFailedAttempts(failedAttempts + 1)
    else add.mutate(bodyOf(values))
  }
  const errors: Record<string, string | undefined> = {
    ...failedFields(add.error),
    ...(failedAttempts > 0 && validate(values)),
  }
  const fields = [
    ['title', titleId] as const,
    ['videoLink', linkId] as const,
    ...TIMING_FIELDS.map((name) => [name, idOfTiming(idPrefix, name)] as const),
  ].flatMap(([name, id]) => {
    const text = errors[name]
    return text ? [{ id, text }] : []
  })
  return (
    <section className="card stack card--fill" aria-labelledby={`${idPrefix}-head`}>
      <h2 id={`${idPrefix}-head`}>{t('video.add')}</h2>
      <form className="stack" noValidate onSubmit={submit}>
        <ErrorSummary fields={fields} attempt={failedAttempts}>
          {add.isError && (
            <p>
              <b>
                <Bilingual {...t.pair('video.createFailed')} />
              </b>{' '}
              {fields.length === 0 && failureText(add.error)}
            </p>
          )}
        </ErrorSummary>
        <TitleField
          collection="main-gallery"
          id={titleId}
          error={errors.title}
          readOnly={add.isPending}
          value={values.title}
          onChange={(title) => change({ title })}
        />
        <TextField
          id={linkId}
          label={t('video.link')}
          hint={t('video.link.hint')}
          error={errors.videoLink}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          required
          readOnly={add.isPending}
          value={values.videoLink}
          onChange={({ target }) => change({ videoLink: target.value })}
        />
        <VideoPreview videoId={videoIdOf(withScheme(values.videoLink.trim()))} />
        <OptionalTimingFields
          idPrefix={idPrefix}
          timing={values}
          onChange={change}
          errors={errors}
          readOnly={add.isPending}
          withDate
        />
        <div className="formfoot">
          <Button look="primary" type="submit" icon="plus" busy={add.isPending}>
            {add.isPending ? t('form.submitting') : t('video.submit')}
          </Button>
          <Button
            look="quiet"
            disabled={add.isPending}
            onClick={() => {
              clear()
              requestAnimationFrame(focusTitle)
            }}
          >
            {t('form.reset')}
          </Button>
        </div>
      </form>
    </section>
  )
}

/** Width of the grey picture that YouTube returns for an unknown video. */
const UNKNOWN_WIDTH = 120

/** The thumbnail of the video while its link is typed. */
function VideoPreview({ videoId }: { videoId: string | null }) {
  return (
    <div>
      <p className="hint">{t('video.preview')}</p>
      {videoId ? (
        <Thumbnail key={videoId} videoId={videoId} />
      ) : (
        <p className="preview preview--none">{t('video.preview.none')}</p>
      )}
    </div>
  )
}

function Thumbnail({ videoId }: { videoId: string }) {
  const [problem, setProblem] = useState<'away' | 'unknown' | null>(null)
  return (
    <>
      <div className="preview">
        {problem !== 'away' && (
          <img
            src={videoThumbnailUrl(videoId)}
            alt=""
            width="320"
            height="180"
            onLoad={({ currentTarget }) =>
              setProblem(currentTarget.naturalWidth <= UNKNOWN_WIDTH ? 'unknown' : null)
            }
            onError={() => setProblem('away')}
          />
        )}
        <span className="playmark">
          <Icon name="play" />
        </span>
      </div>
      <p className="hint" role="status">
        {problem && t(`video.preview.${problem}`)}
      </p>
    </>
  )
}
