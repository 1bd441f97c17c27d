import type { NamedCollection } from '@bidyaloy/shared/collections/registry'
import type { IconName } from '../../ui/icon.tsx'
import type { ScreenGroup } from '../feature.ts'
import type { TextKey } from '../t.ts'
import type { HelpTopic } from './help-topics.ts'

/** Prefix of the text keys of an entry published with a file. */
type FilePrefix = NamedCollection | 'photo'
/** Prefix of the text keys of an entry. Galleries hold photos and videos. */
export type EntryPrefix = FilePrefix | 'video'

/** What differs between the screens of collections. */
export interface CollectionScreen {
  /** Title in the sidebar. */
  label: string
  icon: IconName
  help: HelpTopic
  /** Group of its link in the sidebar; without one, the list of all leads to it. */
  group?: ScreenGroup
  textPrefix: FilePrefix
  /** Whether its entries have a screen of their own, instead of the list of all collections. */
  hasOwnScreen?: true
  /** Whether the date is among the first fields of the form or among the optional ones. */
  dateUpFront: boolean
  /** Whether forms leave out the date and the publish, expiry and pin dates. */
  undated?: true
  /** Whether the text is folded while it is empty. */
  textFolded?: true
  /** Whether an entry without a kind has no place on the site. */
  kindRequired?: true
  /** Texts of the public site that the list shares. */
  loading: TextKey
  error: TextKey
  empty: TextKey
}
