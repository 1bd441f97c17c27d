import { useEffect, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'

/** A chosen file's picture, or the drawing of a paper where it has none that can be shown. */
export function FileThumbnail({ file }: { file: File }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file.type.startsWith('image/')) return setAddress(undefined)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (!address) return <Icon name={file.type.startsWith('image/') ? 'image' : 'file'} />
  return (
    <img
      className="filethumb"
      src={address}
      alt=""
      decoding="async"
      onError={() => setAddress(undefined)}
    />
  )
}
