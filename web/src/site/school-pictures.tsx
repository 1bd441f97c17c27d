import crest from '../art/crest.svg'
import head from '../art/head.svg'
import school from '../art/school.svg'
import { Photo, PhotoColor } from '../collections/photo.tsx'
import { useSettings } from '../school/use-school.ts'
import { t } from '../ui/t.ts'

/* The pictures that staff may set; the drawings are the defaults, also while settings are missing. */

/** That of the banner everywhere: browsers load the copies of hidden pictures, too. */
const CREST_SIZES = '(min-width: 78rem) 3.75rem, 2.5rem'

/** The school's crest, next to its name. */
export function Crest({ className }: { className: string }) {
  const picture = useSettings()?.pictures.crest
  if (!picture) return <img className={className} src={crest} width="120" height="120" alt="" />
  return <Photo className={className} picture={picture} sizes={CREST_SIZES} early />
}

/** The school's building, with its shape and colour before it loads. `late` loads it lazily. */
export function SchoolPicture({ sizes, late = false }: { sizes: string; late?: boolean }) {
  const picture = useSettings()?.pictures.banner
  if (!picture) {
    return (
      <img
        src={school}
        width="960"
        height="480"
        alt={t('public.home.picture.alt')}
        loading={late ? 'lazy' : undefined}
      />
    )
  }
  return (
    <>
      <PhotoColor picture={picture} />
      <Photo
        picture={picture}
        sizes={sizes}
        alt={t('public.home.picture.own')}
        early={!late && 'first'}
      />
    </>
  )
}

/** The head teacher, next to the name. */
export function HeadTeacherPicture({ sizes }: { sizes: string }) {
  const picture = useSettings()?.pictures.headTeacher
  if (!picture) return <img src={head} width="400" height="480" alt="" loading="lazy" />
  return <Photo picture={picture} sizes={sizes} />
}
