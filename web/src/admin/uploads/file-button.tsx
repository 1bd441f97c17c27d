import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon.tsx'
import './file-button.css'

interface FileButtonProps extends ComponentPropsWithRef<'input'> {
  icon: IconName
  small?: boolean
  /** Class of the label. Default: that of a button. */
  look?: string
  children: ReactNode
  /** Called with the chosen files: one, unless `multiple`. */
  onFile: (file: File, others: readonly File[]) => void
}

/** A button that opens the file picker: the label of a visually hidden file input. */
export function FileButton({
  icon,
  small = false,
  look = small ? 'btn btn--small' : 'btn',
  onFile,
  children,
  ...input
}: FileButtonProps) {
  return (
    <label className={`${look} filebtn`}>
      <Icon name={icon} />
      {children}
      <input
        {...input}
        className="vh"
        type="file"
        onChange={({ currentTarget }) => {
          const [file, ...others] = Array.from(currentTarget.files ?? [])
          // An unchanged value fires no change event when the same file is chosen again.
          currentTarget.value = ''
          if (file) onFile(file, others)
        }}
      />
    </label>
  )
}
