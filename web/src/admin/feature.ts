import type { Api } from '@bidyaloy/shared/api/api'
import type { EndpointName } from '@bidyaloy/shared/api/paths'
import type { EntryFile } from '@bidyaloy/shared/collections/entry'
import type { RecordName, SingleName } from '@bidyaloy/shared/features'
import type { AdminOverview } from '@bidyaloy/shared/school/admin-overview'
import type { Right } from '@bidyaloy/shared/school/roles'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { IconName } from '../ui/icon.tsx'
import type { HelpTopic } from './components/help-topics.ts'

/* What a feature gives to the dashboard. */

/** The groups of the sidebar, in its order. */
export const SCREEN_GROUPS = ['published', 'school', 'days', 'system'] as const
export type ScreenGroup = (typeof SCREEN_GROUPS)[number]

/** A screen's link in the sidebar, and its guide topic. */
export interface ScreenLink {
  /** Relative to the dashboard's address; empty for its first page. */
  path: string
  label: string
  icon: IconName
  help?: HelpTopic
  /** The right without which the link is hidden, and the screen says so. */
  right?: Right
  /** Its group in the sidebar; null for screens that others lead to. By default `school`. */
  group?: ScreenGroup | null
  /** Of a screen without a group: path of the link that is marked there. */
  under?: string
  /** Of a feature: whether it is below those of collections. */
  isLast?: true
  /** Returns how much waits on the screen: the number beside the link. */
  countOf?(overview: AdminOverview): number
}

/** A number of the dashboard's first screen. */
export interface Stat {
  label: string
  useTotal(api: Api): Pick<UseQueryResult<number>, 'data' | 'isError' | 'refetch'>
}

/** A screen of a feature. */
export interface FeatureScreen {
  path: string
  load(): Promise<ComponentType>
  /** Of a screen without a link: its guide topic. */
  help?: HelpTopic
}

/** A feature with screens. */
export interface AdminFeature {
  /** Its type of record, if it has one. */
  name?: SingleName | RecordName
  /** Absent if other screens lead to its own. */
  link?: ScreenLink
  /** The screens, by their paths; the first is that of the link. */
  screens: readonly FeatureScreen[]
  /** Labels of the fields of each change, in the order of its form. */
  fieldNames?: { readonly [N in EndpointName]?: Readonly<Record<string, string>> }
  /** Labels of the values of fields, where these are not shown as they are. */
  valueNames?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Returns the text of a value of a field that is a list or an object; null for other values. */
  valueTexts?: Readonly<Record<string, (value: unknown) => string | null>>
  /** Returns what is compared of a state of a record; by default its data. */
  comparedData?(data: object): Readonly<Record<string, unknown>>
  /** Returns the files of the single record. */
  filesOf?(record: object): Promise<readonly EntryFile[]>
  /** Numbers of the dashboard's first screen. */
  stats?: readonly Stat[]
  /**
   * Returns the title of a record from the fields that name it, joined by spaces; null for others. By
   * default these fields are the title.
   */
  titleOf?(named: string): string | null
}
