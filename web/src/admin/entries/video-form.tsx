import { NewVideo } from '@bidyaloy/shared/collections/entry'
import { videoIdOf, videoThumbnailUrl } from '@bidyaloy/shared/collections/video'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { type FormEvent, useId, useState } from 'react'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { failedFields, failureText } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { schemaErrors } from '../form/contract-resolver.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { type EntryValues, newFields } from '../session/entry-values.ts'
import { useEntrySessions } from '../session/use-entry.ts'
import { withCopy } from '../t.ts'
import { useEntryCache } from './entry-cache.ts'
import { TitleField } from './entry-fields.tsx'
import type { OnPublished } from './published-card.tsx'
import { wrongTiming } from './timing.ts'
import { idOfTiming, OptionalTimingFields, TIMING_FIELDS } from './timing-fields.tsx'

const t = withCopy(entriesCopy)

const COLLECTION = 'main-gallery'

function validate(values: EntryValues): Record<string, string> {
  return { ...schemaErrors(NewVideo, newFields(values)), ...wrongTiming(values.timing) }
}

/** Adds a YouTube video to the gallery. */
export function VideoForm({ onPublished }: { onPublished: OnPublished }) {
  const { api, notifyQueued } = useWriteApi()
  const cache = useEntryCache(COLLECTION)
  const idPrefix = useId()
  const titleId = `${idPrefix}-title`
  const linkId = `${idPrefix}-link`
  const list = useEntrySessions({
    api,
    collection: COLLECTION,
    form: `new:${COLLECTION}:video`,
    properties: {},
    // Without its link it would be a draft of a photo.
    autosaves: false,
  })
  const [failedAttempts, setFailedAttempts] = useState(0)
  const session = list?.sessions()[0]
  if (!list || !session) return null

  const { values, hasFailed, error } = session.view()
  const isRunning = list.isPublishing()
  const focusTitle = () => document.getElementById(titleId)?.focus()
  const clear = () => {
    setFailedAttempts(0)
    return list.reset()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isRunning) return
    const isWrong = Object.keys(validate(values)).length > 0
    if (!isWrong) await list.publish()
    cache.refresh()
    const { entry } = session.view()
    if (isWrong || !list.isDone() || !entry) return setFailedAttempts(failedAttempts + 1)
    void clear()
    onPublished([entry], focusTitle)
    if (notifyQueued()) focusTitle()
  }
  const errors: Record<string, string | undefined> = {
    ...(hasFailed && failedFields(error)),
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
          {hasFailed && (
            <p>
              <b>
                <Bilingual {...t.pair('video.createFailed')} />
              </b>{' '}
              {fields.length === 0 && failureText(error)}
            </p>
          )}
        </ErrorSummary>
        <TitleField
          collection="main-gallery"
          id={titleId}
          error={errors.title}
          readOnly={isRunning}
          value={values.title}
          onChange={(title) => session.edit({ title })}
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
          readOnly={isRunning}
          value={values.videoLink}
          onChange={({ target }) => session.edit({ videoLink: target.value })}
        />
        <VideoPreview videoId={videoIdOf(newFields(values).videoLink ?? '')} />
        <OptionalTimingFields
          idPrefix={idPrefix}
          timing={values.timing}
          onChange={(part) => session.edit({ timing: { ...values.timing, ...part } })}
          errors={errors}
          readOnly={isRunning}
          withDate
        />
        <div className="formfoot">
          <Button look="primary" type="submit" icon="plus" busy={isRunning}>
            {isRunning ? t('form.submitting') : t('video.submit')}
          </Button>
          <Button
            look="quiet"
            disabled={isRunning}
            onClick={() => {
              void clear()
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
