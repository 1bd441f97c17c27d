/** Texts of the vCard. */
export const cardCopy = {
  'card.ward': { bn: 'ওয়ার্ড', en: 'Ward' },
  'card.country': { bn: 'বাংলাদেশ', en: 'Bangladesh' },
} as const
