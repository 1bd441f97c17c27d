import { programCopy } from '@bidyaloy/shared/copy/program-copy'
import { translator } from '@bidyaloy/shared/copy/translate'
import { Bilingual } from '../../ui/bilingual.tsx'

/** The texts of what the page shows only in the desktop program. */
export const programText = translator(programCopy)

/** A text of the program's page, followed by the quoted English where there is one. */
export function ProgramText({ id }: { id: keyof typeof programCopy }) {
  return <Bilingual bn={programText(id)} en={programText.en(id)} />
}
