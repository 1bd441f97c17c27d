/* Plain JavaScript, because the scripts ask it too, and in any version of Node. */

/** The same versions as `engines` of package.json: of 22 from 22.13 on, and everything from 24.11 on. */
const OF_22 = 13
const FROM = { major: 24, minor: 11 }

/**
 * Tells why a version of Node cannot run the program, as a sentence for the operator.
 * @returns undefined for a supported version
 */
export function nodeFault(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const supported =
    major === 22
      ? minor >= OF_22
      : major > FROM.major || (major === FROM.major && minor >= FROM.minor)
  if (supported) return undefined
  return `It needs Node ${FROM.major}.${FROM.minor} or newer, or 22.${OF_22} or newer of 22, and this is Node ${version}.`
}

/** Ends the process with that sentence, before anything is loaded that such a Node cannot read. */
export function requireSupportedNode() {
  const fault = nodeFault()
  if (!fault) return
  process.stderr.write(`Bidyaloy cannot start. ${fault}\n`)
  process.exit(1)
}
