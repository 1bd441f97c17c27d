import type { Factors } from '@bidyaloy/shared/school/factors'
import type { UseQueryResult } from '@tanstack/react-query'

export interface FactorCardProps {
  query: UseQueryResult<Factors>
  /** @param codes new one-time codes, if any */
  onChanged: (message: string | null, codes?: readonly string[]) => void
}
