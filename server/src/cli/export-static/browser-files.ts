import fs from 'node:fs/promises'
import path from 'node:path'

/** Belong to the dashboard, or to the build alone. */
const LEFT_OUT = /^\.|\.(br|gz|map)$|^admin\.html$/

/**
 * The built browser files that the public pages need, as paths below the folder of the build: those
 * at its root, and of the hashed ones what a page names, or what such a file names in turn. What only
 * the dashboard uses stays behind.
 * @param pages HTML of all pages
 */
export async function neededBrowserFiles(
  clientDir: string,
  pages: Iterable<string>,
): Promise<string[]> {
  const atRoot = (await fs.readdir(clientDir, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && !LEFT_OUT.test(entry.name))
    .map(({ name }) => name)
  const hashed = (await fs.readdir(path.join(clientDir, 'assets'))).filter(
    (name) => !LEFT_OUT.test(name),
  )
  const needed = new Set<string>()
  const open: string[] = []
  const look = (text: string) => {
    for (const name of hashed) {
      if (needed.has(name) || !text.includes(name)) continue
      needed.add(name)
      if (/\.(js|css|svg)$/.test(name)) open.push(name)
    }
  }
  for (const html of pages) look(html)
  for (const name of atRoot.filter((one) => one.endsWith('.js'))) {
    look(await fs.readFile(path.join(clientDir, name), 'utf8'))
  }
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    look(await fs.readFile(path.join(clientDir, 'assets', name), 'utf8'))
  }
  return [...atRoot, ...[...needed].sort().map((name) => `assets/${name}`)]
}
