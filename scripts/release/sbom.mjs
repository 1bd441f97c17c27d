import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { root } from '../build.mjs'

/**
 * Returns the software bill of materials of an archive, CycloneDX as JSON: what `npm sbom` says of the lock
 * file, reduced to what is shipped. The same sources give the same bytes.
 * @param {{ shipped: Map<string, unknown>, version: string, name: string, time: Date }} archive
 */
export function bill({ shipped, version, name, time }) {
  const { stdout, status, stderr } = spawnSync(
    'npm',
    ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  const { metadata, components, dependencies, ...head } = JSON.parse(stdout)
  const keyOf = (component) => `${component.name}@${component.version}`
  const own = { ...metadata.component, name, version }
  const kept = components.filter((component) => shipped.has(keyOf(component)))
  const refs = new Set([own, ...kept].map((component) => component['bom-ref']))
  const listed = new Set(kept.map(keyOf))
  const missing = [...shipped.keys()].filter((key) => !listed.has(key))
  if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(', ')}`)
  const content = {
    metadata: { ...metadata, timestamp: time.toISOString(), component: own },
    components: kept,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  }
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`
  return `${JSON.stringify({ ...head, serialNumber, ...content }, null, 2)}\n`
}

/** A UUID of version 8, which RFC 9562 leaves to the application: here a hash of the content. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex[16], 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
