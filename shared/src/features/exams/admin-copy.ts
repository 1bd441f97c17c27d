/** Texts of the dashboard about examinations. */
export const examAdminCopy = {
  'examAdmin.title': 'পরীক্ষার সূচি',
  'examAdmin.lead':
    'সূচির শিট দিলে ওয়েবসাইটে সারণি হয়, আর পরীক্ষার দিনগুলো শিক্ষাপঞ্জিতে যায়। সূচি বদলালে একই নামে আবার আনুন; শিক্ষাপঞ্জিও বদলাবে।',
  'examAdmin.import': 'শিট থেকে আনুন',
  'examAdmin.saved': 'সংরক্ষিত সূচি',
  'examAdmin.name': 'পরীক্ষার নাম',
  'examAdmin.name.hint': 'বছরসহ লিখুন, যেমন “বার্ষিক পরীক্ষা ২০২৬”। এই নামই শিক্ষাপঞ্জিতে থাকবে।',
  'examAdmin.note': 'নির্দেশনা (থাকলে)',
  'examAdmin.sittings': 'তারিখ, সময়, শ্রেণি ও বিষয়',
  'examAdmin.days': 'কবে',
  'examAdmin.classes': 'শ্রেণি',
  'examAdmin.event': 'তারিখ ও বিষয়: [পরীক্ষার সূচি]({address})',
  'examAdmin.loading': 'পরীক্ষার সূচি আনা হচ্ছে...',
  'examAdmin.error': 'পরীক্ষার সূচি আনা যায়নি।',
  'examAdmin.empty': 'কোনো পরীক্ষার সূচি এখনো দেওয়া হয়নি।',
  'examAdmin.delete': '“{title}”-এর সূচি মুছবেন? শিক্ষাপঞ্জি থেকেও এই পরীক্ষা মুছে যাবে।',
  'examAdmin.deleted': 'সূচি ও শিক্ষাপঞ্জির দিনগুলো মোছা হয়েছে।',
  'examAdmin.deleteFailed': 'সূচি মোছা যায়নি।',
  'examAdmin.restored': 'সূচি ও শিক্ষাপঞ্জির দিনগুলো ফিরিয়ে আনা হয়েছে।',

  'examImport.title': 'পরীক্ষার সূচি আনুন',
  'examImport.lead': 'Excel, CSV বা কপি করা ঘর। প্রকাশের আগে সব দেখে নিন।',
  'examImport.back': 'পরীক্ষার সূচির পাতায় ফিরে যান',
  'examImport.rules.columns':
    'শিরোনামের সারিতে তারিখ, সময়, শ্রেণি ও বিষয়; অথবা তারিখ আর প্রতি শ্রেণির একটি কলাম।',
  'examImport.rules.classes':
    'শ্রেণি “নবম”, “৯ম”, “৬ষ্ঠ-৮ম”, “নবম ও দশম”: সবই চলবে। তারিখ দিন/মাস/বছর।',
  'examImport.rules.empty': 'তারিখ বা সময় ফাঁকা থাকলে উপরেরটি ধরা হয়।',
  'examImport.problem.no-head':
    'শিরোনামের সারি পাওয়া যায়নি। “তারিখ” আর “বিষয়” (অথবা শ্রেণির নাম) লেখা একটি সারি থাকতে হবে।',
  'examImport.problem.nothing': 'শিরোনাম পাওয়া গেছে, কিন্তু কোনো সারিতে বিষয় নেই।',
  'examImport.problem.too-long': 'সূচিটি বেশি লম্বা ({max} সারির বেশি)।',
  'examImport.reason.date': 'তারিখ চেনা যায়নি',
  'examImport.reason.class': 'শ্রেণি চেনা যায়নি',
  'examImport.reason.long': 'বিষয়ের লেখা বেশি লম্বা',
  'examImport.replaces': '“{title}” আগে থেকেই আছে। সংরক্ষণ করলে এগুলো বদলাবে:',
  'examImport.same': '“{title}” আগের মতোই আছে। সংরক্ষণ করার কিছু নেই।',
  'examImport.confirm': '{n}টি পরীক্ষা প্রকাশ করুন',
  'examImport.confirm.change': '{n}টি পরীক্ষার সূচি বদলান',
  'examImport.done': 'পরীক্ষার সূচি প্রকাশ হয়েছে।',
  'examImport.done.text': 'দিনগুলো শিক্ষাপঞ্জিতেও আছে।',
} as const
