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
}

interface OneFile {
  onFile: (file: File) => void
  /** Called where more than one thing, or a folder, was dropped. */
  onSeveral: () => void
}

interface ManyFiles {
  /** Takes one file or many; of a dropped folder, all that is in it. */
  onFiles: (files: File[]) => void
}

/** A field for files: the whole zone is the native input's label, and takes what is dropped. */
export function Dropzone({
  control,
  accept,
  children,
  disabled = false,
  ...taking
}: DropzoneProps & (OneFile | ManyFiles)) {
  const multiple = 'onFiles' in taking
  const take = (files: File[]) => {
    const [file] = files
    if (!file) return
    if ('onFiles' in taking) taking.onFiles(files)
    else taking.onFile(file)
  }
  const { getRootProps, isDragActive } = useDropzone({
    multiple,
    // The native input opens the picker, by click and by key.
    noClick: true,
    noKeyboard: true,
    disabled,
    onDrop: (files, refused) => {
      if (files.length > 0) take(files)
      else if (refused.length > 0 && 'onSeveral' in taking) taking.onSeveral()
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
        multiple={multiple}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const files = Array.from(currentTarget.files ?? [])
          // Otherwise choosing the same file again would not be noticed.
          currentTarget.value = ''
          take(files)
        }}
      />
    </label>
  )
}
