import fs from 'node:fs'
import path from 'node:path'

/** Programs inside of packages, whose licences the packages' own files do not say. */
const INSIDE = {
  '@img/sharp-libvips':
    'Contains libvips and the libraries of the table below, several of them under LGPL-3.0-or-later (text at the end). They are a shared library of their own, lib/libvips-cpp.so, which may be replaced by another build of it. Sources and build scripts: https://github.com/lovell/sharp-libvips, tag v<version>; of libvips: https://github.com/libvips/libvips. versions.json beside it has the version of each library.',
  '@hyzyla/pdfium':
    'Contains PDFium as WebAssembly (BSD-3-Clause and Apache-2.0): https://pdfium.googlesource.com/pdfium/+/refs/heads/main/LICENSE',
  '@tesseract.js-data':
    'Contains data of Tesseract (Apache-2.0, text at the end): https://github.com/tesseract-ocr/tessdata_best',
  'tesseract.js-core':
    'Contains Tesseract (Apache-2.0) and Leptonica (BSD-2-Clause) as WebAssembly: https://github.com/tesseract-ocr/tesseract, http://www.leptonica.org/about-the-license.html',
  'better-sqlite3': 'Contains SQLite (public domain): https://sqlite.org/copyright.html',
  'web-push':
    'Under the Mozilla Public License 2.0. Its files are shipped unchanged; their source is https://github.com/web-push-libs/web-push, tag v<version>.',
}
const TEXTS = path.join(import.meta.dirname, 'licences')
const LICENCE_FILE = /^(licen[cs]e|copying|notice|ofl)([.-].*)?$/i
const LINE = `${'-'.repeat(80)}\n`

/**
 * Returns the notices of all packages in an archive, with the text of each licence.
 * @param {Map<string, { folder: string, manifest: object }>} shipped
 */
export function notices(shipped) {
  const packages = [...shipped.values()].map(notice)
  const texts = fs.readdirSync(TEXTS).sort().map(licenceText)
  return [
    'Bidyaloy is under the MIT licence (LICENSE). ',
    `It contains these ${packages.length} packages of others.\n\n`,
    ...[...packages, ...texts].flatMap((text) => [LINE, text]),
  ].join('')
}

function notice({ folder, manifest }) {
  const { name, version } = manifest
  const inside = Object.entries(INSIDE).find(([start]) => name.startsWith(start))?.[1]
  const files = fs.readdirSync(folder).filter((file) => LICENCE_FILE.test(file))
  // libvips has its table of licences there.
  if (name.startsWith('@img/sharp-libvips')) files.push('README.md')
  const lines = [
    `${name} ${version}`,
    `Licence: ${licenceOf(manifest)}`,
    `Source: ${sourceOf(manifest)}`,
    files.length === 0 &&
      `Its author is ${personOf(manifest) || 'named there'}; the package has no file with the licence.`,
    inside?.replace('<version>', version),
    ...files.map((file) => `\n${fs.readFileSync(path.join(folder, file), 'utf8').trim()}`),
  ]
  return `${lines.filter(Boolean).join('\n')}\n`
}

const licenceText = (file) =>
  `${path.basename(file, '.txt')}\n\n${fs.readFileSync(path.join(TEXTS, file), 'utf8').trimEnd()}\n`

function licenceOf({ license, licenses = [] }) {
  const all = [license ?? licenses].flat()
  return all.map((one) => (typeof one === 'string' ? one : one.type)).join(', ')
}

function sourceOf({ name, repository, homepage }) {
  const url = typeof repository === 'string' ? repository : repository?.url
  return url?.replace(/^git\+/, '') ?? homepage ?? `https://www.npmjs.com/package/${name}`
}

function personOf({ author, contributors = [] }) {
  const [person] = [author, ...contributors].filter(Boolean)
  return typeof person === 'string' ? person : person?.name
}
