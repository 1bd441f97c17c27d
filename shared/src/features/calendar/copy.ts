/** Texts of the public calendar. */
export const calendarCopy = {
  'calendar.title': 'শিক্ষাপঞ্জি {year}',
  'calendar.tab': 'শিক্ষাপঞ্জি, {month}',
  'calendar.lead': 'ছুটি, পরীক্ষা, সভা ও অনুষ্ঠানের তারিখ।',
  'calendar.previous': 'আগের মাস, {month}',
  'calendar.next': 'পরের মাস, {month}',
  'calendar.year': 'পুরো বছর',
  'calendar.byMonth': 'মাস অনুযায়ী',
  'calendar.previousYear': 'আগের বছর, {year}',
  'calendar.nextYear': 'পরের বছর, {year}',
  'calendar.key': 'চিহ্নের অর্থ',
  'calendar.otherKind': 'অন্যান্য',
  'calendar.caption': '{month}, দিন অনুযায়ী',
  'calendar.nextDate': 'পরের তারিখ: {day}',
  'calendar.past': 'মাসের আগের {n}টি দিন',
  'calendar.weekend': 'শুক্র ও শনিবার সাপ্তাহিক ছুটি।',
  'calendar.subscribe.title': 'ফোনের ক্যালেন্ডারে রাখুন',
  'calendar.subscribe.body':
    'একবার যুক্ত করলে ছুটি, পরীক্ষা ও সভার তারিখ ফোনের ক্যালেন্ডারে নিজে থেকেই হালনাগাদ হবে।',
  'calendar.subscribe.once': 'ফাইল নিয়ে খুললে এখন যে তারিখগুলো আছে, শুধু সেগুলো যুক্ত হবে।',
  'calendar.subscribe.add': 'ক্যালেন্ডারে যুক্ত করুন',
  'calendar.subscribe.file': 'ফাইল',
} as const
