import { encode } from 'uqr'

/** Dark modules as one path; to be on white in the dark theme too: cameras need the contrast. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 0 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path.join('')} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  )
}
