import { collectionNames, takes } from '@bidyaloy/shared/collections/registry'
import { CLASS_NAMES, type ClassName } from '@bidyaloy/shared/school/classes'
import type { EntityManager } from 'typeorm'
import { entriesAmong } from '../../db/entry-times.ts'
import { listRecords } from '../records/record-commands.ts'
import { studentCountModel } from '../student-counts/student-count-commands.ts'

/** Lists the classes with student counts, or with entries that are visible at `now`, in their order. */
export async function listClasses(read: EntityManager, now: Date): Promise<ClassName[]> {
  const counts = await listRecords(read, studentCountModel)
  const found = new Set<string>(counts.map(({ className }) => className))
  for (const collection of collectionNames.filter((name) => takes(name, 'classes'))) {
    const lists: { classes: string }[] = await entriesAmong(
      read,
      { state: 'visible', collection },
      now,
    )
      .select('entry.classes', 'classes')
      .distinct()
      .andWhere('entry.classes IS NOT NULL')
      .getRawMany()
    for (const { classes } of lists) {
      for (const name of CLASS_NAMES) if (classes.includes(`"${name}"`)) found.add(name)
    }
  }
  return CLASS_NAMES.filter((name) => found.has(name))
}
