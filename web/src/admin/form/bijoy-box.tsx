import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { t } from '../t.ts'
import { type BijoyStanding, useBijoy } from './use-bijoy.ts'
import './bijoy.css'

/** Longer texts are shown by their beginning. */
const SHOWN = 400

interface BijoyBoxProps {
  /** Holds one field. */
  children: ReactNode
  /** Where the field asks and nothing is published, no form is held back. */
  look?: 'field' | 'search'
  /** What the field holds after an offer was taken or undone; its own events tell it too. */
  onTaken?: (text: string) => void
}

/** Around a field: offers text that was typed in a Bijoy font as Unicode. */
export function BijoyBox({ children, look = 'field', onTaken }: BijoyBoxProps) {
  const { box, standing, convertible, events, ...acts } = useBijoy(look === 'field', onTaken)
  return (
    <div
      className={`bijoy bijoy--${look}${convertible ? ' bijoy--convertible' : ''}`}
      ref={box}
      {...events}
    >
      {children}
      <p className="vh" role="status">
        {standing && said(standing)}
      </p>
      {standing?.kind === 'offered' && (
        <Offer {...standing} onTake={() => acts.take(standing.unicode)} onKeep={acts.keep} />
      )}
      {standing?.kind === 'taken' && (
        <div className="bijoy__note">
          <p>{t('form.bijoy.taken')}</p>
          <Button small look="quiet" icon="undo" onClick={acts.undo}>
            {t('form.bijoy.undo')}
          </Button>
        </div>
      )}
      {(standing?.kind === 'nothing' || standing?.kind === 'away') && (
        <p className="hint">{t(`form.bijoy.${standing.kind}`)}</p>
      )}
      {convertible && (
        <button className="bijoy__force" type="button" onClick={acts.force}>
          {t('form.bijoy.button')}
        </button>
      )}
    </div>
  )
}

interface OfferProps extends Extract<BijoyStanding, { kind: 'offered' }> {
  onTake: () => void
  onKeep: () => void
}

function Offer({ unicode, why, held, onTake, onKeep }: OfferProps) {
  const accept = useRef<HTMLButtonElement>(null)
  // Who sent the form off is taken to what holds it back.
  useEffect(() => {
    if (held) accept.current?.focus()
  }, [held])
  return (
    <div className="bijoy__offer">
      <p>
        {held && <b>{t('form.bijoy.held')} </b>}
        {t(`form.bijoy.${why}`)}
      </p>
      <p className="quote">{shortened(unicode)}</p>
      <div className="row">
        <Button small look="primary" icon="check" ref={accept} onClick={onTake}>
          {t('form.bijoy.accept')}
        </Button>
        <Button small look="quiet" onClick={onKeep}>
          {t('form.bijoy.keep')}
        </Button>
      </div>
    </div>
  )
}

const shortened = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

function said(standing: BijoyStanding): string {
  if (standing.kind !== 'offered') return t(`form.bijoy.${standing.kind}`)
  const held = standing.held ? `${t('form.bijoy.held')} ` : ''
  return `${held}${t(`form.bijoy.${standing.why}`)} ${shortened(standing.unicode)}`
}
