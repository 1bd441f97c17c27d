import {
  CLASS_NAMES,
  type NewStudentCount,
  SECTIONS,
  SHIFTS,
} from '@bidyaloy/shared/school/student-count'
import { seededRandom } from '../../test/seeded-random.ts'

/** Counts of every class and shift. Religions add up to the girls; departments begin in Nine. */
export function studentCounts(): NewStudentCount[] {
  return CLASS_NAMES.flatMap((className, year) =>
    SHIFTS.flatMap((shift) =>
      // Younger classes have fewer sections.
      SECTIONS.slice(0, year < 3 ? 2 : 3).map((section) => {
        const random = seededRandom(`${className} ${shift} ${section}`)
        const girls = random.between(48, 58)
        const hindu = random.between(4, 8)
        const bouddho = random.between(0, 1)
        const christian = random.between(0, 1)
        const science = section === 'A' ? girls : section === 'B' ? Math.floor(girls / 3) : 0
        const business = section === 'C' ? Math.floor(girls / 2) : 0
        const departments =
          className === 'Nine' || className === 'Ten'
            ? { science, business, humanities: girls - science - business }
            : {}
        return {
          ...{ className, shift, section, girls },
          ...{ muslim: girls - hindu - bouddho - christian, hindu, bouddho, christian },
          ...departments,
          muktiJoddharSontan: random.between(0, 2),
          autistic: random.between(0, 4) === 4 ? 1 : 0,
          physicalDisabled: random.between(0, 3) === 3 ? 1 : 0,
        }
      }),
    ),
  )
}
