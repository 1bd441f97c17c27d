import type { PageImage } from '@bidyaloy/shared/collections/entry'
import { papersCopy } from '@bidyaloy/shared/copy/papers-copy'
import { type FormEvent, Fragment, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Picture } from '../../collections/photo.tsx'
import { type MarkedWord, nextOpen, replaceWord } from '../../lib/ocr/marked-words.ts'
import { placeOfWord } from '../../lib/ocr/place-of-word.ts'
import { Button } from '../../ui/button.tsx'
import { BijoyBox } from '../form/bijoy-box.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(papersCopy)

/** The picture of a page, or of a part of it. */
export type PaperPicture = Picture & Pick<PageImage, 'part'>

interface WordCheckProps {
  text: string
  lines: readonly (readonly MarkedWord[])[]
  checked: ReadonlySet<number>
  /** Of the page. */
  picture: PaperPicture
  onChange: (change: { text?: string; checked?: ReadonlySet<number> }) => void
}

/** Shows the doubtful words of a page one at a time, above the text in which they are marked. */
export function WordCheck({ text, lines, checked, picture, onChange }: WordCheckProps) {
  const words = lines.flat()
  const [at, setAt] = useState<number | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const current =
    words.find(({ place }) => place !== null && place === at) ?? nextOpen(words, at ?? -1)

  const conclude = (typed: string) => {
    if (!current || current.place === null) return
    const { place } = current
    if (typed.trim() === current.text) onChange({ checked: new Set([...checked, place]) })
    else onChange({ text: replaceWord(text, current, typed) })
    const others = words.filter((word) => word.place !== place)
    setAt(nextOpen(others, place)?.place ?? null)
  }
  const choose = (word: MarkedWord) => {
    setAt(word.place)
    field.current?.focus()
    field.current?.select()
  }
  return (
    <>
      {current ? (
        <OneWord
          word={current}
          picture={picture}
          field={field}
          onConclude={conclude}
          onLater={() => setAt(nextOpen(words, current.place ?? -1)?.place ?? null)}
        />
      ) : (
        <p className="wordcheck" role="status">
          {t('paperText.check.done')}
        </p>
      )}
      <div className="card readtext" lang="bn">
        {lines.map((line, number) => (
          // Lines have no identity but their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: never reordered
          <p className="line" key={number}>
            {line.map((word) => (
              <Fragment key={word.start}>
                <Word
                  word={word}
                  isCurrent={word.place === current?.place}
                  onChoose={choose}
                />{' '}
              </Fragment>
            ))}
          </p>
        ))}
      </div>
      <p className="wordlegend">
        <span>
          <span className="word">{t('paperText.legend.word')}</span> {t('paperText.mark.unsure')}
        </span>
        <span>
          <span className="word word--num">{t('paperText.legend.number')}</span>{' '}
          {t('paperText.mark.number')}
        </span>
        <span>
          <span className="word word--ok">{t('paperText.legend.number')}</span>{' '}
          {t('paperText.mark.checked')}
        </span>
      </p>
    </>
  )
}

interface OneWordProps {
  word: MarkedWord
  picture: PaperPicture
  field: RefObject<HTMLInputElement | null>
  onConclude: (typed: string) => void
  onLater: () => void
}

/** The word that is being compared. Enter concludes it. */
function OneWord({ word, picture, field, onConclude, onLater }: OneWordProps) {
  const id = useId()
  const { place } = word
  const [edited, setEdited] = useState({ place, text: word.text })
  const typed = edited.place === place ? edited.text : word.text
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another word has its turn
  useEffect(() => {
    if (document.activeElement === field.current) field.current?.select()
  }, [place])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onConclude(typed)
  }
  return (
    <form className="wordcheck" onSubmit={submit} noValidate>
      <label htmlFor={id}>
        <b>{t('paperText.check')}</b>
      </label>
      <WordPicture {...{ word, picture }} />
      <BijoyBox>
        <input
          id={id}
          ref={field}
          className="input"
          lang="bn"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setEdited({ place, text: target.value })}
        />
      </BijoyBox>
      <div className="row">
        <Button small icon="check" type="submit">
          {t('paperText.check.ok')}
        </Button>
        <Button small look="quiet" onClick={onLater}>
          {t('paperText.check.later')}
        </Button>
      </div>
    </form>
  )
}

/** The place of a word on the picture, enlarged; nothing where it is not known. */
function WordPicture({ word: { box }, picture }: Pick<OneWordProps, 'word' | 'picture'>) {
  const { filePath, width, height, part } = picture
  if (!box || !width || !height) return null
  const { viewBox, image, frame } = placeOfWord(box, { width, height, part })
  return (
    <svg
      className="wordcheck__picture"
      role="img"
      aria-label={t('paperText.check.picture')}
      viewBox={viewBox.join(' ')}
    >
      <image href={`/${filePath}`} {...image} />
      <rect {...frame} />
    </svg>
  )
}

interface WordProps {
  word: MarkedWord
  isCurrent: boolean
  onChoose: (word: MarkedWord) => void
}

function Word({ word, isCurrent, onChoose }: WordProps) {
  const { text, doubt, isChecked } = word
  if (doubt === null) return text
  const look = isChecked ? 'word--ok' : doubt === 'number' ? 'word--num' : ''
  return (
    <button
      type="button"
      className={`word ${look}`}
      aria-current={isCurrent || undefined}
      onClick={() => onChoose(word)}
    >
      {text}
      <span className="vh">, {t(`paperText.mark.${isChecked ? 'checked' : doubt}`)}</span>
    </button>
  )
}
