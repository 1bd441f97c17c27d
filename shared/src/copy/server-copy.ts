/** Sentences that the server itself says on success, in the reader's language. */
export const siteMessages = {
  'contact.saved': {
    bn: 'তথ্য সফলভাবে সংরক্ষণ করা হয়েছে!',
    en: 'Data saved successfully!',
  },
} as const
