import fs from 'node:fs/promises'
import path from 'node:path'
import { newId } from '../../ids.ts'

/**
 * Puts a new folder in the place of one that was made the same way: it is filled beside its place
 * and renamed once it is whole. Whatever goes wrong, what was there stays.
 * @param marker a file that every such folder holds; one without it is somebody else's
 * @throws with one line to read where the place is taken
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
    `${target}: there is something else (no ${marker} in it). Nothing was touched. Name a new or empty folder.`,
  )
}

/** A folder cannot be renamed over another: the old one steps aside, and comes back if need be. */
async function swap(fresh: string, target: string): Promise<void> {
  const aside = path.join(path.dirname(target), `${path.basename(target)}.old-${newId()}`)
  await fs.rename(target, aside)
  try {
    await fs.rename(fresh, target)
  } catch (error) {
    await fs.rename(aside, target)
    throw error
  }
  await fs.rm(aside, { recursive: true, force: true })
}
