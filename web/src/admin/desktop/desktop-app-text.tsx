import { desktopAppCopy } from '@bidyaloy/shared/copy/desktop-app-copy'
import { translator } from '@bidyaloy/shared/copy/translate'
import { Bilingual } from '../../ui/bilingual.tsx'

/** The texts of what the page shows only in the desktop program. */
export const desktopAppText = translator(desktopAppCopy)

/** A text of the program's page, followed by the quoted English where there is one. */
export function DesktopAppText({ id }: { id: keyof typeof desktopAppCopy }) {
  return <Bilingual bn={desktopAppText(id)} en={desktopAppText.en(id)} />
}
