import { posterTitle } from './paths.ts'

/** Texts of posters. */
export const posterCopy = {
  'poster.title': posterTitle,
  'poster.lead': 'ফোনের ক্যামেরা ধরলে পাতাটি খুলবে।',
  'poster.class': 'এই শ্রেণির নোটিশ পেতে',
  'poster.code': '{address} ঠিকানার QR কোড',
  'poster.print': 'A4 ছাপান',
  'poster.unknown': 'ওয়েবসাইটের ঠিকানা জানা নেই, তাই QR কোড বানানো যায়নি।',
} as const
