import { encode } from 'uqr'

/** Dark modules as one path; to be on white in the dark theme too: cameras need the contrast. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = qrPath(text)
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  )
}

/** Returns the dark modules of a code as a path, row by row, and the side in modules. */
function qrPath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: 0 })
  const rows = data.map((row, y) => {
    const modules = row.map((dark) => (dark ? '#' : ' ')).join('')
    return [...modules.matchAll(/#+/g)].map(
      ({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`,
    )
  })
  return { size, path: rows.flat().join('') }
}

/** Returns a code as the markup of an SVG symbol and its use, for places that only print. */
export function qrMarkup(text: string, id: string): string {
  const { size, path } = qrPath(text)
  return `<svg viewBox="0 0 ${size} ${size}" id="${id}"><path d="${path}" shape-rendering="crispEdges"/></svg>`
}
