/** Text of notifications that have none of their own. Apart: the service worker needs it alone. */
export const pushCopy = { 'push.notice': 'নতুন নোটিশ' } as const

/** Messages to the browsers of accounts. */
export const alertCopy = {
  'alert.waiting': '{name}-এর একটি {kind} দেখার অপেক্ষায়',
  'alert.sentBack': 'ফেরত এসেছে: {title}',
  'alert.approved': 'অনুমোদন হয়েছে: {title}',
  'alert.photo': 'একটি ছবি সরাতে বলা হয়েছে',
  'alert.backup': 'প্রতিদিনের ব্যাকআপটি করা যায়নি',
  'alert.backup.copy': 'ব্যাকআপের অনুলিপি অন্য জায়গায় যাচ্ছে না',
  'alert.backup.body': 'ব্যাকআপের পাতায় গিয়ে কারণ দেখুন।',
  'alert.newDevice': 'আপনার অ্যাকাউন্টে নতুন ফোন বা কম্পিউটার থেকে লগইন হয়েছে',
  'alert.newDevice.body': '{device}। আপনি না হলে এখনই পাসওয়ার্ড বদলান।',
  'alert.codesRefused': 'আপনার অ্যাকাউন্টে বারবার ভুল কোড দেওয়া হয়েছে',
  'alert.codesRefused.body': 'পাসওয়ার্ড ঠিক ছিল, ঢুকতে পারেনি। আপনি না হলে এখনই পাসওয়ার্ড বদলান।',
  'alert.passwordReset': 'আপনার পাসওয়ার্ড বদলে দেওয়া হয়েছে',
  'alert.passwordReset.body': 'করেছেন {by}। আপনি না চাইলে তাঁকে জিজ্ঞেস করুন।',
} as const

/** The first message of a subscription. */
export const welcomeCopy = {
  'push.welcome': 'নতুন নোটিশ এলে জানানো হবে',
  'push.welcome.body': 'এটি দেখা গেলে সব ঠিক আছে। আর কিছু করতে হবে না।',
} as const
