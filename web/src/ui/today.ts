import { createContext, useContext } from 'react'

/**
 * The day for which a page is drawn, ready to print. It is told by the server: a browser with
 * another clock must hydrate the same text.
 */
export interface Today {
  /** `YYYY-MM-DD` in Dhaka. */
  iso: string
  /** «শনিবার» */
  weekday: string
  /** «২১ নভেম্বর ২০২৬» */
  date: string
  /** «৬ অগ্রহায়ণ ১৪৩৩» */
  bangla: string
}

const TodayContext = createContext<Today | null>(null)

export const TodayProvider = TodayContext.Provider

/** @throws where no provider stands above */
export function useToday(): Today {
  const today = useContext(TodayContext)
  if (!today) throw new Error('No TodayProvider above this component')
  return today
}
