import {
  daysOf,
  formatHours,
  lessonOn,
  periodNames,
  type Week,
} from '@bidyaloy/shared/features/routine/week'
import { t, weekdayName } from './t.ts'

interface WeekTableProps {
  week: Week
  caption: string
  /** 0 (Sunday) to 6: its row is marked. */
  today?: number
}

/** The week as a table, which scrolls in its box below the sticky days. Breaks are left out. */
export function WeekTable({ week, caption, today }: WeekTableProps) {
  const names = periodNames(week.periods, t('routine.break'))
  const columns = week.periods.flatMap((period, at) =>
    period.isBreak ? [] : [{ ...period, label: names[at] ?? '', at }],
  )
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <section className="weekbox" tabIndex={0} aria-label={caption}>
        <table className="week">
          <caption>
            <span className="vh">{caption}</span>
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('routine.day')}</th>
              {columns.map(({ label, from, to, at }) => (
                <th key={at} scope="col">
                  <b>{label}</b> {formatHours({ from, to })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {daysOf([week]).map((day) => (
              <tr key={day} className={day === today ? 'is-today' : undefined}>
                <th scope="row">
                  {weekdayName(day)}
                  {day === today && <small>{t('routine.isToday')}</small>}
                </th>
                {columns.map((period) => {
                  const lesson = lessonOn(period, day)
                  return (
                    <td key={period.at}>
                      {lesson ? (
                        <>
                          <b>{lesson.subject}</b>
                          {lesson.teachers.map((name) => (
                            <small key={name}>{name}</small>
                          ))}
                          {lesson.room && <small>{t('routine.room', { room: lesson.room })}</small>}
                        </>
                      ) : (
                        <>
                          <span aria-hidden="true">{t('routine.off')}</span>
                          <span className="vh">{t('routine.off.label')}</span>
                        </>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="weekhint">{t('routine.scroll')}</p>
    </div>
  )
}
