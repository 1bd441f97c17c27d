/** Texts of the dialog that takes files down. */
export const takeDownCopy = {
  'takeDown.open': 'সব জায়গা থেকে মুছুন',
  'takeDown.title': 'সব জায়গা থেকে মুছে ফেলবেন?',
  'takeDown.lead':
    '“{title}”-এর {n}টি ফাইল সব মাপে, শেয়ার কার্ড, আগের সংস্করণ, মুছে ফেলা তালিকা আর ফোনের কপি থেকেও যাবে। আর ফেরানো যাবে না।',
  'takeDown.entry': 'এটি ছাড়া আর কিছু থাকে না, তাই পুরোটাই মুছে যাবে।',
  'takeDown.backup': 'শেষ যে ব্যাকআপে এটি আছে, সেটি {at}-এর।',
  'takeDown.backup.until': 'তাতে {date} পর্যন্ত থাকবে।',
  'takeDown.backup.kept': 'হাতে নেওয়া ব্যাকআপ নিজে মুছে যায় না; দরকার হলে ব্যাকআপের পাতা থেকে দেখুন।',
  'takeDown.backup.restored': 'ব্যাকআপ ফিরিয়ে আনলেও এটি আর ফিরবে না।',
  'takeDown.backup.none': 'এটি কোনো ব্যাকআপে নেই।',
  'takeDown.loading': 'কোথায় কোথায় আছে, দেখা হচ্ছে...',
  'takeDown.error': 'কোথায় কোথায় আছে, তা দেখা যায়নি।',
  'takeDown.yes': 'সব জায়গা থেকে মুছে ফেলুন',
  'takeDown.failed': 'মোছা যায়নি।',
  'takeDown.done': 'সব জায়গা থেকে মুছে ফেলা হয়েছে।',
} as const
