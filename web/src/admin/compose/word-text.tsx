import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(entriesCopy)

interface WordTextProps {
  file: File
  /** Receives the text in Markdown. */
  onText: (text: string) => void
}

/** Offers to put the text of a Word document where phones can read it. */
export function WordText({ file, onText }: WordTextProps) {
  const read = useMutation({
    mutationFn: async () => {
      const { readWordText } = await import('../../lib/rich-text/word-text.ts')
      const text = await readWordText(file)
      if (text === '') throw new Error('no text')
      return text
    },
    onSuccess: onText,
  })
  return (
    <div role="status">
      {read.isSuccess ? (
        <p className="hint">{t('word.taken')}</p>
      ) : (
        <Button small icon="edit" busy={read.isPending} onClick={() => read.mutate()}>
          {t('word.take')}
        </Button>
      )}
      {read.isError && <FieldError text={t('word.failed')} />}
    </div>
  )
}
