import { pageCopy } from '@bidyaloy/shared/copy/page-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { translator } from '@bidyaloy/shared/copy/translate'
import { examCopy } from '@bidyaloy/shared/features/exams/copy'
import { routineCopy } from '@bidyaloy/shared/features/routine/copy'
import { formatWeekday } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays } from '@bidyaloy/shared/lib/bengali/days'
import type { Group } from '@bidyaloy/shared/school/class-groups'

export const t = translator(routineCopy, examCopy, pageCopy, siteCopy)

/** Texts of the states of the queries. */
export const states = {
  loading: t('routine.loading'),
  error: t('routine.error'),
  empty: t('routine.empty'),
}

const A_SUNDAY = '2023-01-01'

/** Returns the name of a day of the week, 0 (Sunday) to 6. */
export const weekdayName = (day: number) => formatWeekday(addDays(A_SUNDAY, day))

export const shiftName = ({ shift }: Pick<Group, 'shift'>) => t(`enum.shift.${shift}`)

export const sectionName = ({ section }: Pick<Group, 'section'>) =>
  t('enum.section.suffix', { section: t(`enum.section.${section}`) })

/** «নবম শ্রেণি, প্রভাতী, ক শাখা» */
export const groupName = (group: Group) =>
  [
    t('enum.class.suffix', { class: t(`enum.class.${group.className}`) }),
    shiftName(group),
    sectionName(group),
  ].join(', ')
