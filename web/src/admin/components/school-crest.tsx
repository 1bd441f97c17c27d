// Apart from its users, because the sidebar and the sign-in screen share it.
import { crestIcons } from '@bidyaloy/shared/site-addresses'
import { useEffect } from 'react'
import defaultCrest from '../../art/crest.svg'
import { Photo } from '../../collections/photo.tsx'
import { useSettings } from '../../school/use-school.ts'

/** The school's crest, which also becomes the tab's icon; without one, the default drawing. */
export function SchoolCrest({ className, sizes }: { className: string; sizes: string }) {
  const crest = useSettings()?.pictures.crest
  const isSet = Boolean(crest)
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (!icon || !isSet) return
    icon.type = 'image/png'
    icon.href = crestIcons.icon32
  }, [isSet])
  if (!crest) return <img className={className} src={defaultCrest} width="64" height="64" alt="" />
  return <Photo className={className} picture={crest} sizes={sizes} early />
}
