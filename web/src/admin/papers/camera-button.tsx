import { useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'

interface CameraButtonProps {
  /** Class of the button, if it has another look. */
  look?: string
  disabled?: boolean
  onPhotos: (photos: File[]) => void
  children: string
}

/**
 * Opens the camera of a phone; elsewhere chooses one or more photos. Its file input exists from the
 * click on, so that the one input of a form is its file field.
 */
export function CameraButton({
  look = 'btn',
  disabled = false,
  onPhotos,
  children,
}: CameraButtonProps) {
  // Safari drops the events of an input that nothing refers to.
  const input = useRef<HTMLInputElement>(null)
  const open = () => {
    const opened = document.createElement('input')
    Object.assign(opened, { type: 'file', accept: 'image/*', multiple: true })
    opened.setAttribute('capture', 'environment')
    opened.addEventListener('change', () => {
      const photos = Array.from(opened.files ?? [])
      if (photos.length > 0) onPhotos(photos)
    })
    input.current = opened
    opened.click()
  }
  return (
    <button type="button" className={look} disabled={disabled} onClick={open}>
      <Icon name="camera" /> <span>{children}</span>
    </button>
  )
}
