import { fieldTexts } from '@bidyaloy/shared/api/issue-text'
import { type Entry, NewVideo } from '@bidyaloy/shared/collections/entry'
import { videoIdOf, videoThumbnailUrl } from '@bidyaloy/shared/collections/video'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { failedFields, failureText } from '../api/failure-text.ts'
import { ContentKey } from '../api/idempotency-key.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { drafts } from '../form/drafts.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { withCopy } from '../t.ts'
import { OptionalFields, TitleField } from './entry-form.tsx'
import { useEntryCache } from './entry-mutations.ts'
import { publishedLinks } from './published-links.ts'
import { isTimed, NO_TIMING, newTiming, wrongOrder } from './timing.ts'
import { idOfTiming, TIMING_FIELDS, TimingFields } from './timing-fields.tsx'

const t = withCopy(entriesCopy)

const COLLECTION = 'main-gallery'
const DRAFT = 'main-gallery-video'
const EMPTY = { title: '', videoLink: '', ...NO_TIMING }
type Values = typeof EMPTY

function readValues(): Values {
  const kept = drafts.read(DRAFT)
  const values = { ...EMPTY }
  for (const name of Object.keys(EMPTY) as (keyof Values)[])
    values[name] = kept[name] ?? EMPTY[name]
  return values
}

function keepValues(values: Values): void {
  const { publishTime, expiryTime, ...rest } = values
  // Times alone are nothing that anyone wrote.
  drafts.store(DRAFT, Object.values(rest).some(Boolean) ? values : {})
}

const bodyOf = ({ title, videoLink, ...timing }: Values): NewVideo => ({
  title,
  videoLink: withScheme(videoLink.trim()),
  ...newTiming(timing),
})

/** Links are often copied without their beginning, or from old pages. */
function withScheme(link: string): string {
  if (link === '') return link
  return `https://${link.replace(/^https?:\/\//i, '')}`
}

function validate(values: Values): Record<string, string> {
  const parsed = NewVideo.safeParse(bodyOf(values))
  const texts = parsed.success ? [] : Object.entries(fieldTexts(parsed.error))
  return { ...Object.fromEntries(texts.map(([name, { bn }]) => [name, bn])), ...wrongOrder(values) }
}

/** Adds a video of the video service to the gallery, by its link. */
export function VideoForm({ onPublished }: { onPublished: (entries: readonly Entry[]) => void }) {
  const writing = useWriteApi()
  const { api } = writing
  const cache = useEntryCache(COLLECTION)
  const base = useId()
  const titleId = `${base}-title`
  const linkId = `${base}-link`
  const summary = useRef<HTMLDivElement>(null)
  const [contentKey] = useState(() => new ContentKey<[string]>())
  const [values, setValues] = useState(readValues)
  const [refusals, setRefusals] = useState(0)
  const change = (part: Partial<Values>) => {
    setValues((before) => ({ ...before, ...part }))
    if (add.isError) add.reset()
  }
  useEffect(() => keepValues(values), [values])

  const clear = () => {
    contentKey.renew()
    setValues(EMPTY)
    setRefusals(0)
    add.reset()
    requestAnimationFrame(() => document.getElementById(titleId)?.focus())
  }
  const add = useMutation({
    mutationFn: (body: NewVideo) =>
      api.createEntry(
        { params: { collection: COLLECTION }, body },
        { idempotencyKey: contentKey.for([JSON.stringify(body)]) },
      ),
    onSuccess: async (entry) => {
      clear()
      onPublished([entry])
      const links = await publishedLinks(COLLECTION, [entry])
      writing.notifySaved({ text: t('video.created'), links })
    },
    onError: () => setRefusals((count) => count + 1),
    onSettled: () => cache.refresh(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    if (Object.keys(validate(values)).length > 0) setRefusals(refusals + 1)
    else add.mutate(bodyOf(values))
  }
  useEffect(() => {
    if (refusals > 0) summary.current?.focus()
  }, [refusals])

  const wrong: Record<string, string | undefined> = {
    ...failedFields(add.error),
    ...(refusals > 0 && validate(values)),
  }
  const fields = [
    ['title', titleId] as const,
    ['videoLink', linkId] as const,
    ...TIMING_FIELDS.map((name) => [name, idOfTiming(base, name)] as const),
  ].flatMap(([name, id]) => {
    const text = wrong[name]
    return text ? [{ id, text }] : []
  })
  const timingProps = {
    base,
    timing: values,
    onChange: change,
    wrong,
    readOnly: add.isPending,
  }
  return (
    <section className="card stack card--fill" aria-labelledby={`${base}-head`}>
      <h2 id={`${base}-head`}>{t('video.add')}</h2>
      <form className="stack" noValidate onSubmit={submit}>
        {(add.isError || fields.length > 0) && (
          <ErrorSummary ref={summary} fields={fields}>
            {add.isError && (
              <p>
                <b>
                  <Bilingual {...t.pair('video.createFailed')} />
                </b>{' '}
                {fields.length === 0 && failureText(add.error)}
              </p>
            )}
          </ErrorSummary>
        )}
        <TitleField
          id={titleId}
          error={wrong.title}
          readOnly={add.isPending}
          value={values.title}
          onChange={(title) => change({ title })}
        />
        <TextField
          id={linkId}
          label={t('video.link')}
          hint={t('video.link.hint')}
          error={wrong.videoLink}
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
        <OptionalFields
          label={t('timing.morePhotos')}
          needed={
            isTimed(values) || values.date !== '' || TIMING_FIELDS.some((name) => wrong[name])
          }
        >
          <TimingFields {...timingProps} withDate />
        </OptionalFields>
        <div className="formfoot">
          <Button look="primary" type="submit" icon="plus" busy={add.isPending}>
            {add.isPending ? t('form.submitting') : t('video.submit')}
          </Button>
          <Button look="quiet" disabled={add.isPending} onClick={clear}>
            {t('form.reset')}
          </Button>
        </div>
      </form>
    </section>
  )
}

/** The service answers an unknown video with a grey picture of this width. */
const UNKNOWN_WIDTH = 120

/** How a video will look in the gallery, while its link is being written. */
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
  const [came, setCame] = useState<'coming' | 'yes' | 'away' | 'unknown'>('coming')
  return (
    <>
      <div className="preview">
        {came !== 'away' && (
          <img
            src={videoThumbnailUrl(videoId)}
            alt=""
            width="320"
            height="180"
            onLoad={({ currentTarget }) =>
              setCame(currentTarget.naturalWidth <= UNKNOWN_WIDTH ? 'unknown' : 'yes')
            }
            onError={() => setCame('away')}
          />
        )}
        <span className="playmark">
          <Icon name="play" />
        </span>
      </div>
      <p className="hint" role="status">
        {came === 'away' && t('video.preview.away')}
        {came === 'unknown' && t('video.preview.unknown')}
      </p>
    </>
  )
}
