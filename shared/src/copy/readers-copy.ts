/** Texts about how often pages were read. */
export const readersCopy = {
  'readers.times': '{n} বার দেখা হয়েছে',
  'readers.open': 'কবে কতবার দেখা হয়েছে',
  'readers.site': 'ওয়েবসাইট কতবার দেখা হয়েছে',
  'readers.recent': 'গত ৩০ দিনে {recent} বার, আজ {today} বার। মোট {n} বার।',
  'readers.never': 'এখনো দেখা হয়নি।',
  'readers.none': 'গত ৩০ দিনে দেখা হয়নি। মোট {n} বার।',
  'readers.peak': 'সবচেয়ে বেশি {day}: {n} বার।',
  'readers.day': '{day}: {n} বার',
  'readers.chart': 'গত ৩০ দিনের চিত্র। {peak}',
  'readers.table': 'দিন ধরে সংখ্যা',
  'readers.date': 'তারিখ',
  'readers.count': 'কতবার',
  'readers.today': 'আজ',
  'readers.what':
    'পাতা কতবার খোলা হয়েছে তার সংখ্যা; কতজন খুলেছেন তা নয়। লগইন করা অবস্থায় খোলা, গুগলের মতো সেবার খোলা এবং যাঁর ব্রাউজার অনুসরণ না করতে বলে তাঁর খোলা ধরা হয় না।',
  'readers.close': 'বন্ধ করুন',
} as const
