import { type ReactNode, useEffect, useRef } from 'react'
import { type BijoyStatus, useBijoy } from '../../lib/bijoy/use-bijoy.ts'
import { Button } from '../../ui/button.tsx'
import { t } from '../t.ts'
import './bijoy.css'

/** Longer texts are cut, in characters. */
const MAX_SHOWN = 400

interface BijoyBoxProps {
  /** Contains one field. */
  children: ReactNode
  /** A search publishes nothing, so its form is not held. */
  look?: 'field' | 'search'
  /** Called with the field's text after a conversion or its undo, which also fire input events. */
  onConverted?: (text: string) => void
}

/** Offers to convert Bijoy text in a field to Unicode. */
export function BijoyBox({ children, look = 'field', onConverted }: BijoyBoxProps) {
  const { box, status, convertible, events, ...actions } = useBijoy(look === 'field', onConverted)
  return (
    <div
      className={`bijoy bijoy--${look}${convertible ? ' bijoy--convertible' : ''}`}
      ref={box}
      {...events}
    >
      {children}
      <p className="vh" role="status">
        {status && statusText(status)}
      </p>
      {status?.kind === 'offered' && (
        <Offer
          {...status}
          onAccept={() => actions.convert(status.unicode)}
          onDecline={actions.decline}
        />
      )}
      {status?.kind === 'taken' && (
        <div className="bijoy__note">
          <p>{t('form.bijoy.taken')}</p>
          <Button small look="quiet" icon="undo" onClick={actions.undo}>
            {t('form.bijoy.undo')}
          </Button>
        </div>
      )}
      {(status?.kind === 'nothing' || status?.kind === 'away') && (
        <p className="hint">{t(`form.bijoy.${status.kind}`)}</p>
      )}
      {convertible && (
        <button className="bijoy__force" type="button" onClick={actions.convertSelection}>
          {t('form.bijoy.button')}
        </button>
      )}
    </div>
  )
}

interface OfferProps extends Extract<BijoyStatus, { kind: 'offered' }> {
  onAccept: () => void
  onDecline: () => void
}

function Offer({ unicode, why, held, onAccept, onDecline }: OfferProps) {
  const accept = useRef<HTMLButtonElement>(null)
  // After a held submit, the focus moves to the offer.
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
        <Button small look="primary" icon="check" ref={accept} onClick={onAccept}>
          {t('form.bijoy.accept')}
        </Button>
        <Button small look="quiet" onClick={onDecline}>
          {t('form.bijoy.keep')}
        </Button>
      </div>
    </div>
  )
}

const shortened = (text: string) =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text

function statusText(status: BijoyStatus): string {
  if (status.kind !== 'offered') return t(`form.bijoy.${status.kind}`)
  const held = status.held ? `${t('form.bijoy.held')} ` : ''
  return `${held}${t(`form.bijoy.${status.why}`)} ${shortened(status.unicode)}`
}
