import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { t } from '../t.ts'

interface ConvertedNoteProps {
  isConverted: boolean
  /** Called to convert the text, or to take it as it was. */
  onChange: (isConverted: boolean) => void
}

/** Says that Bijoy text in a preview was converted to Unicode, and gives it back. */
export function ConvertedNote({ isConverted, onChange }: ConvertedNoteProps) {
  return (
    <Alert tone={isConverted ? 'ok' : 'warn'}>
      <p>{t(isConverted ? 'form.bijoy.converted' : 'form.bijoy.unconverted')}</p>
      <Button small icon={isConverted ? 'undo' : 'swap'} onClick={() => onChange(!isConverted)}>
        {t(isConverted ? 'form.bijoy.asItWas' : 'form.bijoy.convert')}
      </Button>
    </Alert>
  )
}
