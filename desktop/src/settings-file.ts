import fs from 'node:fs/promises'
import path from 'node:path'
import { Profile } from '@bidyaloy/shared/desktop/desktop-api'
import pLimit from 'p-limit'
import * as z from 'zod'
import { atomicWrite } from './atomic-write.ts'

const Bounds = z.object({
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int().min(200),
  height: z.int().min(200),
  maximized: z.boolean(),
})
export type WindowBounds = z.infer<typeof Bounds>

/** Settings of the app. An invalid setting falls back to its default. */
const Settings = z.object({
  profiles: z.array(Profile).catch([]),
  current: z.string().nullable().catch(null),
  window: Bounds.nullable().catch(null),
  /** Chromium's zoom level: 0 is 100 %. */
  zoom: z.number().min(-3).max(5).catch(0),
})
type Settings = z.infer<typeof Settings>

/** Settings in memory, written to disk at each change. */
export interface SettingsFile {
  read(): Settings
  change(part: Partial<Settings>): Promise<void>
}

/** @param file created at the first change; a damaged file yields the defaults */
export async function openSettingsFile(file: string): Promise<SettingsFile> {
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  let settings = Settings.parse(await readJson(file))
  const serialize = pLimit(1)
  return {
    read: () => settings,
    change(part) {
      settings = { ...settings, ...part }
      const text = JSON.stringify(settings, null, 2)
      return serialize(() => atomicWrite(file, text))
    },
  }
}

async function readJson(file: string): Promise<object> {
  try {
    const json: unknown = JSON.parse(await fs.readFile(file, 'utf8'))
    return typeof json === 'object' && json !== null ? json : {}
  } catch {
    return {}
  }
}
