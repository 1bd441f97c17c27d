import { crestIcons } from '@bidyaloy/shared/site-addresses'
import { useEffect } from 'react'
import drawn from '../../art/crest.svg'
import { Photo } from '../../collections/photo.tsx'
import { useSettings } from '../../school/use-school.ts'

/** The school's sign, or the drawn one until staff set it; its own stands in the browser's tab, too. */
export function OwnCrest({ className, sizes }: { className: string; sizes: string }) {
  const crest = useSettings()?.pictures.crest
  const isSet = Boolean(crest)
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (!icon || !isSet) return
    icon.type = 'image/png'
    icon.href = crestIcons.icon192
  }, [isSet])
  if (!crest) return <img className={className} src={drawn} width="64" height="64" alt="" />
  return <Photo className={className} picture={crest} sizes={sizes} early />
}
