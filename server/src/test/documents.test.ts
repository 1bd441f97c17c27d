import fs from 'node:fs'
import path from 'node:path'
import { hasRight, RIGHTS, ROLES } from '@bidyaloy/shared/school/roles'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const SKIPPED = new Set(['node_modules', 'dist', '.git', '.cache'])

/** Lists all files and folders of the repository, relative to its root, with forward slashes. */
function listPaths(folder = ''): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name)
    if (SKIPPED.has(entry.name) || /^data(-|$)/.test(name)) return []
    return entry.isDirectory() ? [name, ...listPaths(name)] : [name]
  })
}

const paths = listPaths()
const known = new Set(paths)
const topFolders = new Set(paths.filter((name) => !name.includes('/')))
const documents = paths.filter((name) => /^([A-Z]+|docs\/([\w-]+\/)?[\w-]+)\.md$/.test(name))
const english = documents.filter((name) => !name.startsWith('docs/bn/'))

const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8')
const withoutCodeBlocks = (text: string) => text.replace(/^ *```[\s\S]*?^ *```$/gm, '')

/** Finds code spans that name a source file, by its whole path or the end of it. */
function namedPaths(text: string): string[] {
  const spans = [...withoutCodeBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  return spans.filter((span) => {
    if (!/^[\w@.-]+(\/[\w@.-]+)*\/?$/.test(span) || span.includes('dist/')) return false
    const [first = ''] = span.split('/')
    return /\.(tsx?|mjs|cjs|css)$/.test(span) || (span.includes('/') && topFolders.has(first))
  })
}

const exists = (named: string) => {
  const name = named.replace(/\/$/, '')
  return known.has(name) || paths.some((file) => file.endsWith(`/${name}`))
}

/** Makes a heading's anchor as GitHub does. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchors = (name: string) =>
  [...withoutCodeBlocks(read(name)).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => anchor(text))

function brokenLinks(name: string): string[] {
  const text = withoutCodeBlocks(read(name))
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map(([, link, attribute]) => link ?? attribute ?? '')
    .filter((target) => !/^(https?|mailto):/.test(target))
  return targets.filter((target) => {
    const [file = '', hash] = target.split('#')
    const linked = file ? path.posix.join(path.posix.dirname(name), file) : name
    if (!known.has(linked.replace(/\/$/, ''))) return true
    return hash !== undefined && !anchors(linked).includes(hash)
  })
}

it('finds the English documents', () => {
  expect(english).toContain('README.md')
  expect(english).toContain('SECURITY.md')
  expect(english.filter((name) => name.startsWith('docs/decisions/')).length).toBeGreaterThan(10)
})

describe.each(english)('%s', (name) => {
  it('names only source files that exist', () => {
    expect(namedPaths(read(name)).filter((named) => !exists(named))).toEqual([])
  })

  it('links only to files and headings that exist', () => {
    expect(brokenLinks(name)).toEqual([])
  })
})

it('documents who may what as the table of rights has it', () => {
  const rows = RIGHTS.map((right) => {
    const cells = ROLES.map((role) => {
      if (hasRight(role, right, { approval: true })) return 'yes'
      return hasRight(role, right, { approval: false }) ? 'no\\*' : 'no'
    })
    return [`\`${right}\``, ...cells]
  })
  const table = read('docs/api.md')
    .split('\n')
    .filter(
      (line) => /^\| `\w+` +\|/.test(line) && RIGHTS.some((right) => line.includes(`\`${right}\``)),
    )
    .map((line) =>
      line
        .split('|')
        .slice(1, 2 + ROLES.length)
        .map((cell) => cell.trim()),
    )
  expect(table).toEqual(rows)
})
