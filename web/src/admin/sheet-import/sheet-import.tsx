import { type ReactNode, useState } from 'react'
import { useUnsavedWork } from '../components/unsaved-work.tsx'

type Stage<Reading, Done> =
  | { at: 'source'; again: boolean }
  | { at: 'preview'; reading: Reading }
  | { at: 'done'; done: Done }

interface SheetImportProps<Reading, Done> {
  /** @param again whether another sheet was seen before; then the file field takes the focus */
  source: (stage: { again: boolean; onRead: (reading: Reading) => void }) => ReactNode
  preview: (
    reading: Reading,
    stage: { onBack: () => void; onDone: (done: Done) => void },
  ) => ReactNode
  done: (done: Done) => ReactNode
}

/** The stages of an import: choose a sheet, see what it changes, read what was done. */
export function SheetImport<Reading, Done>({
  source,
  preview,
  done,
}: SheetImportProps<Reading, Done>) {
  const [stage, setStage] = useState<Stage<Reading, Done>>({ at: 'source', again: false })
  useUnsavedWork(stage.at === 'preview', 'admin.unsaved.import')
  switch (stage.at) {
    case 'source':
      return source({
        again: stage.again,
        onRead: (reading) => setStage({ at: 'preview', reading }),
      })
    case 'preview':
      return preview(stage.reading, {
        onBack: () => setStage({ at: 'source', again: true }),
        onDone: (result) => setStage({ at: 'done', done: result }),
      })
    case 'done':
      return done(stage.done)
  }
}
