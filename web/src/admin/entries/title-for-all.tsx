import { Button } from '../../ui/button.tsx'
import { workText } from './entries-text.tsx'
import type { Upload } from './upload-queue.ts'

interface TitleForAllProps {
  uploads: readonly Upload[]
  idOfTitle: (upload: Upload) => string
  isRunning: boolean
  onRetitle: (id: string, title: string) => void
}

/** Photos of one event bear one title: what was written first goes where nothing is written yet. */
export function TitleForAll({ uploads, idOfTitle, isRunning, onRetitle }: TitleForAllProps) {
  const title = uploads.find((upload) => upload.title.trim())?.title ?? ''
  const untitled = uploads.filter((upload) => !upload.title.trim())
  const [next] = untitled
  return (
    <div>
      <Button
        small
        disabled={isRunning || !title || !next}
        onClick={() => {
          for (const { id } of untitled) onRetitle(id, title)
          // The button now rests; the first title that was set can be made its own.
          if (next) document.getElementById(idOfTitle(next))?.focus()
        }}
      >
        {workText('upload.titleForAll')}
      </Button>
    </div>
  )
}
