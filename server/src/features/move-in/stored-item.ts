import * as z from 'zod'
import type { MoveInItemRow } from '../../db/entities.ts'
import { type Found, RefusedItem, SourceItem } from './sources/source.ts'

const StoredItem = z.union([SourceItem, RefusedItem])

/** Returns an item as its source gave it; one that a later version cannot read is refused. */
export function itemOf({ key, item }: MoveInItemRow): Found {
  const { success, data } = StoredItem.safeParse(item)
  return success ? data : { key, title: key, reason: 'invalid' }
}
