import fs from 'node:fs/promises'
import path from 'node:path'
import { newId } from '../../ids.ts'

/**
 * Creates a folder or replaces an earlier one: fills a new folder beside it and renames it when it is
 * complete. On failure the earlier folder stays.
 * @param marker name of a file in every such folder
 * @throws Error with a one-line message if the folder contains other files
 */
export async function replaceFolder(
  target: string,
  marker: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const isThere = await assertReplaceable(target, marker)
  const fresh = `${target}.new-${newId()}`
  await fs.mkdir(fresh, { recursive: true })
  try {
    await fill(fresh)
    if (isThere) await swap(fresh, target)
    else await fs.rename(fresh, target)
  } catch (error) {
    await fs.rm(fresh, { recursive: true, force: true })
    throw error
  }
}

async function assertReplaceable(target: string, marker: string): Promise<boolean> {
  const found = await fs.stat(target).catch(() => null)
  if (!found) return false
  const names = found.isDirectory() ? await fs.readdir(target) : null
  if (names && (names.length === 0 || names.includes(marker))) return true
  throw new Error(
    `${target}: the folder contains other files (and no ${marker}). Nothing was changed. Choose a new or empty folder.`,
  )
}

/** Replaces a folder. The old one is renamed first, since a folder cannot be renamed over another. */
async function swap(fresh: string, target: string): Promise<void> {
  const previous = path.join(path.dirname(target), `${path.basename(target)}.old-${newId()}`)
  await fs.rename(target, previous)
  try {
    await fs.rename(fresh, target)
  } catch (error) {
    await fs.rename(previous, target)
    throw error
  }
  await fs.rm(previous, { recursive: true, force: true })
}
