/* What every school publishes. Free of zod: the public page imports it. */

/** The items in the order of the directorate. Their labels are `disclosure.<key>` of the copy. */
export const DISCLOSED = [
  'profile',
  'permission',
  'students',
  'sections',
  'teaching',
  'mpo',
  'contact',
  'infoCentre',
  'complaints',
  'people',
  'committee',
] as const
export type DisclosedKey = (typeof DISCLOSED)[number]

/** The items that have a text of their own. The others come from the rest of the site. */
export const OWN_TEXTS = [
  'permission',
  'sections',
  'mpo',
  'infoCentre',
  'complaints',
  'committee',
] as const satisfies readonly DisclosedKey[]
export type OwnText = (typeof OWN_TEXTS)[number]

/** The items that do not apply to every school, with the field of the reason. */
export const REASONS = { mpo: 'mpoReason', committee: 'committeeReason' } as const

/** Returns the field of the reason for which an item may not apply. */
export const reasonField = (
  key: DisclosedKey,
): (typeof REASONS)[keyof typeof REASONS] | undefined =>
  key === 'mpo' || key === 'committee' ? REASONS[key] : undefined
