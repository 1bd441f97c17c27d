import type { ReactNode } from 'react'
import { useDropzone } from 'react-dropzone'
import type { ControlProps } from './field.tsx'
import { Icon } from './icon.tsx'

interface DropzoneProps {
  control: ControlProps
  /** As in `<input accept>`: a hint to the picker, not a check. */
  accept: string
  children: ReactNode
  disabled?: boolean
}

interface OneFile {
  onFile: (file: File) => void
  /** Called if several files or a folder were dropped. */
  onSeveral: () => void
}

interface ManyFiles {
  /** Receives one or more files, including those of a dropped folder. */
  onFiles: (files: File[]) => void
}

/** A file field: the zone is the native input's label and accepts dropped files. */
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
    // The native input opens the picker, by click and keyboard.
    noClick: true,
    noKeyboard: true,
    disabled,
    onDrop: (files, refused) => {
      if (files.length > 0) take(files)
      else if (refused.length > 0 && 'onSeveral' in taking) taking.onSeveral()
    },
  })
  // The library makes the zone a button; here it is only a label.
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
          // Otherwise choosing the same file again fires no event.
          currentTarget.value = ''
          take(files)
        }}
      />
    </label>
  )
}
