/** Texts of the dashboard's calendar screen. */
export const calendarAdminCopy = {
  'calendarAdmin.lead': 'এখানে প্রকাশিত দিনগুলো ওয়েবসাইটের শিক্ষাপঞ্জিতে ও অভিভাবকের ফোনের ক্যালেন্ডারে যায়।',
  'month.hint':
    'দিন ছুঁয়েও বাছা যায়: আগে প্রথম দিন, পরে শেষ দিন। সবুজ = এই দিনগুলো, দাগ দেওয়া = আগে থেকে কিছু আছে।',
  'monthList.title': '{month}-এ যা আছে',
  'yearList.title': '{year} সালের তালিকা বানান',
  'yearList.hint':
    'সরকারি নির্দিষ্ট ছুটি ও {before} সালের তালিকা। তারিখ দেখে ঠিক করুন। চাঁদ দেখে যেগুলো হয়, সরকারি তালিকা দেখে তারিখ দিন। ফাঁকা রাখলে যোগ হবে না। লেখা ও ফাইল নেওয়া হয় না।',
  'yearList.year': 'কোন বছরের',
  'yearList.fixed': 'প্রতি বছর একই দিনে সরকারি ছুটি',
  'yearList.last': 'গত বছর: {days}',
  'yearList.newDay': '{title}: নতুন তারিখ',
  'yearList.moon': 'চাঁদ বা তিথি দেখে বদলায়, তারিখ দিন',
  'yearList.check': 'গত বছরের তারিখ, দেখে টিক দিন',
  'yearList.weekend': '{weekday}, সাপ্তাহিক ছুটির দিন',
  'yearList.wrongYear': '{year} সালের একটি তারিখ দিন',
  'yearList.add': 'এই {n}টি {year} সালে যোগ করুন',
  'yearList.adding': '{total}টির মধ্যে {n}টি যোগ হয়েছে...',
  'yearList.added': '{year} সালে {n}টি যোগ হয়েছে।',
  'yearList.failed': 'সবগুলো যোগ করা যায়নি। যেগুলো বাকি, সেগুলো নিচে আছে; আবার চেষ্টা করুন।',
  'yearList.undone': '{n}টি তালিকা থেকে সরানো হয়েছে।',
  'yearList.done': '{year} সালের তালিকায় যোগ করার মতো আর কিছু নেই।',
} as const
