import sprite from '../art/icons.svg'

export type IconName =
  | 'menu'
  | 'more'
  | 'close'
  | 'search'
  | 'phone'
  | 'mail'
  | 'sun'
  | 'moon'
  | 'auto'
  | 'pause'
  | 'play'
  | 'down'
  | 'right'
  | 'left'
  | 'ext'
  | 'download'
  | 'upload'
  | 'print'
  | 'share'
  | 'file'
  | 'image'
  | 'video'
  | 'bell'
  | 'news'
  | 'medal'
  | 'photos'
  | 'info'
  | 'card'
  | 'users'
  | 'table'
  | 'cog'
  | 'school'
  | 'logout'
  | 'login'
  | 'edit'
  | 'trash'
  | 'check'
  | 'warn'
  | 'error'
  | 'undo'
  | 'clock'
  | 'retry'
  | 'offline'
  | 'lock'
  | 'home'
  | 'calendar'
  | 'globe'
  | 'pin'
  | 'pushpin'
  | 'eye'
  | 'send'
  | 'list'
  | 'plus'
  | 'swap'
  | 'heading'
  | 'bold'
  | 'link'
  | 'zoomin'
  | 'zoomout'
  | 'refresh'
  | 'archive'
  | 'help'
  | 'whatsapp'
  | 'camera'
  | 'rest'
  | 'star'
  | 'exam'
  | 'speak'
  | 'shield'

/** Without a style sheet an SVG is 300 × 150 pixels. */
const SIZE = '1.25em'

/** An icon next to a text with the same meaning; hidden from screen readers. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      width={SIZE}
      height={SIZE}
      aria-hidden="true"
    >
      <use href={`${sprite}#i-${name}`} />
    </svg>
  )
}
