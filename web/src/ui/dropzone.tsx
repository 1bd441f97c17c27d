import type { ReactNode } from 'react'
import { useDropzone } from 'react-dropzone'
import type { ControlProps } from './field.tsx'
import { Icon } from './icon.tsx'

interface DropzoneProps {
  control: ControlProps
  /** What the picker offers first, as in `<input accept>`. Anything can still be chosen. */
  accept: string
  children: ReactNode
  disabled?: boolean
  onFile: (file: File) => void
  /** Called where more than one thing, or a folder, was dropped. */
  onSeveral: () => void
}

/** A field for one file: the whole zone is the native input's label, and takes a dropped file. */
export function Dropzone({
  control,
  accept,
  children,
  disabled = false,
  onFile,
  onSeveral,
}: DropzoneProps) {
  const { getRootProps, isDragActive } = useDropzone({
    multiple: false,
    // The native input opens the picker, by click and by key.
    noClick: true,
    noKeyboard: true,
    disabled,
    onDrop: ([file], refused) => {
      if (file) onFile(file)
      else if (refused.length > 0) onSeveral()
    },
  })
  // The library takes the zone for a button of its own; here it is a label and nothing more.
  const { role: _role, tabIndex: _tabIndex, ...zone } = getRootProps()
  return (
    <label
      {...zone}
      htmlFor={control.id}
      className={isDragActive ? 'dropzone is-over' : 'dropzone'}
    >
      <Icon name="upload" />
      {children}
      <input
        {...control}
        type="file"
        accept={accept}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Otherwise choosing the same file again would not be noticed.
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </label>
  )
}
