/** Texts of the desktop program's screen of changes that are not sent yet. */
export const outboxCopy = {
  'outbox.en': 'Outbox',
  'outbox.list': 'পরিবর্তনের তালিকা',
  'outbox.loading': 'তালিকা আনা হচ্ছে...',
  'outbox.error': 'তালিকাটি দেখানো যাচ্ছে না। অ্যাপটি বন্ধ করে আবার খুলুন।',
  'outbox.empty.hint': 'সব কাজ ওয়েবসাইটে পৌঁছে গেছে।',
  'outbox.state.going': 'যাচ্ছে',
  'outbox.state.attention': 'দেখা দরকার',
  'outbox.state.held': 'থামানো',
  'outbox.state.arrived': 'পৌঁছেছে',
  'outbox.titled': '{deed}: {title}',

  'outbox.deed.createEntry': '{what} যোগ',
  'outbox.deed.updateEntry': '{what} পরিবর্তন',
  'outbox.deed.replaceFile': '{what}, ফাইল বদল',
  'outbox.deed.deleteEntry': '{what} মোছা',
  'outbox.deed.createSchoolInfo': 'বিদ্যালয়ের তথ্য যোগ',
  'outbox.deed.updateSchoolInfo': 'বিদ্যালয়ের তথ্য পরিবর্তন',
  'outbox.deed.createContact': 'যোগাযোগের তথ্য যোগ',
  'outbox.deed.updateContact': 'যোগাযোগের তথ্য পরিবর্তন',
  'outbox.deed.createStudentCount': 'শিক্ষার্থীর সংখ্যা যোগ',
  'outbox.deed.updateStudentCount': 'শিক্ষার্থীর সংখ্যা পরিবর্তন',
  'outbox.deed.deleteStudentCount': 'শিক্ষার্থীর সংখ্যা মোছা',
  'outbox.deed.importStudentCounts': 'ফাইল থেকে শিক্ষার্থীর সংখ্যা তোলা',
  'outbox.deed.updateSettings': 'সাইট সেটিংস পরিবর্তন',
  'outbox.deed.other': 'পরিবর্তন',

  'outbox.why.conflict': 'অন্য কেউ এরই মধ্যে তথ্যটি বদলেছেন।',
  'outbox.why.damaged': 'জমা রাখা ফাইলটি এই কম্পিউটারে আর পড়া যাচ্ছে না।',
  'outbox.why.unknown': 'সার্ভার পরিবর্তনটি নেয়নি।',
  'outbox.next.compare': 'দুটি মিলিয়ে দেখে কোনটি থাকবে ঠিক করুন।',
  'outbox.next.edit': 'যা ভুল তা ঠিক করে পাঠান, অথবা পরিবর্তনটি বাদ দিন।',
  'outbox.next.again': 'আবার পাঠিয়ে দেখুন, অথবা বাদ দিয়ে নতুন করে লিখুন।',
  'outbox.next.discard': 'পরিবর্তনটি বাদ দিন; দরকার হলে নতুন করে লিখুন।',

  'outbox.compare': 'মিলিয়ে দেখুন',
  'outbox.again': 'আবার পাঠান',
  'outbox.edit': 'শিরোনাম বদলান',
  'outbox.edit.wrong': 'ঠিক করুন',
  'outbox.edit.dialog': 'পরিবর্তনটি ঠিক করুন',
  'outbox.edit.loading': 'যা লিখেছিলেন তা আনা হচ্ছে...',
  'outbox.hold': 'থামান',
  'outbox.held': 'থামানো আছে। «এখনই পাঠান» চাপলে যাবে।',
  'outbox.late': 'পরিবর্তনটি এরই মধ্যে পাঠানো হয়েছে বা হচ্ছে, তাই এখন আর বদলানো গেল না।',
  'outbox.failed': 'কাজটি করা যায়নি। আবার চেষ্টা করুন।',
  'outbox.discarded': 'পরিবর্তনটি বাদ দেওয়া হয়েছে।',
  'outbox.discard.followers': 'এটির ওপর পরে কিছু বদলে থাকলে তা-ও বাদ যাবে।',
  'outbox.edit.save': 'সংরক্ষণ করে পাঠান',

  'outbox.compare.lead':
    'আপনি লেখার পর অন্য কেউ একই তথ্য বদলেছেন। যা যা আলাদা, পাশাপাশি দেখে ঠিক করুন কোনটি থাকবে।',
  'outbox.compare.loading': 'সার্ভারের তথ্য আনা হচ্ছে...',
  'outbox.compare.unknown': 'সার্ভারে এখন কী আছে তা জানা যাচ্ছে না: সংযোগ নেই, অথবা জিনিসটি মুছে ফেলা হয়েছে।',
  'outbox.compare.same': 'দুটিতে কোনো পার্থক্য নেই।',
  'outbox.compare.mine': 'আমার:',
  'outbox.compare.theirs': 'সার্ভারে এখন:',
} as const

/** Texts of the dashboard's page where it runs in the desktop program: sites, line, sign-in. */
export const desktopAppCopy = {
  'connect.page': 'বিদ্যালয়ের সাইটে সংযোগ',
  'connect.title': 'বিদ্যালয়ের সাইট, আপনার টেবিলে',
  'connect.lead': 'ইন্টারনেট না থাকলেও কাজ চলবে। সংযোগ ফিরলে সব নিজে থেকেই সাইটে চলে যাবে।',
  'connect.known': 'যে সাইটগুলো জানা আছে',
  'connect.open': 'খুলুন',
  'connect.open.of': '{site}: খুলুন',
  'connect.open.failed': 'সাইটটি খোলা যায়নি। আবার চেষ্টা করুন।',
  'connect.waiting': '{n}টি পরিবর্তন পাঠানো বাকি',
  'connect.current': 'এখন খোলা',
  'connect.forget.of': '{site}: তালিকা থেকে বাদ দিন',
  'connect.forget.title': 'সাইটটি তালিকা থেকে বাদ দেবেন?',
  'connect.forget.body':
    '{site} এই কম্পিউটারের তালিকায় আর থাকবে না, এর লগইনও মুছে যাবে। সাইটে যা প্রকাশিত তা যেমন আছে তেমনই থাকবে।',
  'connect.forget.confirm': 'বাদ দিন',
  'connect.forget.failed':
    'সাইটটি বাদ দেওয়া যায়নি। এর কোনো পরিবর্তন এখনো পাঠানো বাকি থাকলে আগে সেগুলো পাঠান বা বাদ দিন।',
  'connect.back': 'ড্যাশবোর্ডে ফিরুন',
  'connect.site': 'সাইটের ঠিকানা',
  'connect.site.other': 'অন্য সাইট যোগ করুন',
  'connect.address': { bn: 'বিদ্যালয়ের সাইট', en: 'Site address' },
  'connect.address.hint': 'ব্রাউজারে সাইটটি খুলতে যা লেখেন, যেমন school.example.bd',
  'connect.check': 'যাচাই',
  'connect.checking': 'যাচাই হচ্ছে...',
  'connect.found': 'পাওয়া গেছে:',
  'connect.line.open':
    'এই সাইটের সংযোগ সুরক্ষিত (https) নয়। একই নেটওয়ার্কের অন্য কেউ পাসওয়ার্ড দেখে ফেলতে পারেন। শুধু বিদ্যালয়ের নিজের নেটওয়ার্কে ব্যবহার করুন।',
  'connect.refused.malformed':
    'ঠিকানাটি বোঝা যায়নি। ব্রাউজারে যেমন লেখেন তেমন লিখুন, যেমন school.example.bd',
  'connect.refused.not-secure':
    'সুরক্ষিত নয় এমন ঠিকানায় সংযোগ করা যায় না। http:// বাদ দিয়ে বা তার জায়গায় https:// লিখে আবার চেষ্টা করুন।',
  'connect.refused.no-answer':
    'এই ঠিকানা থেকে সাড়া পাওয়া যায়নি। ইন্টারনেট সংযোগ ও ঠিকানার বানান দেখে আবার চেষ্টা করুন।',
  'connect.refused.other-server':
    'এই ঠিকানায় অন্য কোনো ওয়েবসাইট আছে, এই অ্যাপ দিয়ে সেটি চালানো যায় না। বিদ্যালয়ের সাইটের ঠিকানা দিন।',
  'connect.refused.other-version':
    'সাইট ও অ্যাপের সংস্করণ মেলে না। অ্যাপটির নতুন সংস্করণ ইনস্টল করুন, নয়তো সাইট যিনি দেখাশোনা করেন তাঁকে জানান।',
  'connect.otherKey':
    'এই ঠিকানায় আগে যে সার্ভার ছিল, এখন যেটি সাড়া দিচ্ছে সেটি অন্য। সাইটটি নতুন কম্পিউটারে সরানো হয়েছে কি না, যিনি সাইট দেখাশোনা করেন তাঁর কাছে জেনে নিন। নিশ্চিত না হয়ে এগোবেন না। মেনে নিলে আবার লগইন করতে হবে।',
  'connect.otherKey.accept': 'নতুন সার্ভারটি মেনে নিন',
  'connect.failed': 'যাচাই করা যায়নি। আবার চেষ্টা করুন।',
  'connect.signIn': 'লগইন',
  'connect.signedIn': 'এই সাইটে আপনি আগে থেকেই লগইন করা আছেন।',
  'connect.toDashboard': 'ড্যাশবোর্ড খুলুন',

  'signIn.site': 'সাইট:',
  'signIn.notKept':
    'এই কম্পিউটার লগইন নিরাপদে রাখতে পারে না। তাই অ্যাপ বন্ধ করলে আবার লগইন করতে হবে। জমা রাখা পরিবর্তন হারাবে না।',
  'signIn.waiting': '{n}টি পরিবর্তন পাঠানো বাকি। লগইন করলেই পাঠানো হবে।',
  'signIn.otherSite': 'অন্য সাইট',

  'line.label': 'সংযোগের অবস্থা',
  'line.away': 'ইন্টারনেট দুর্বল বা বিচ্ছিন্ন।',
  'line.goOn': 'কাজ চালিয়ে যান; যা করবেন এই কম্পিউটারে জমা থাকবে, সংযোগ পেলেই যাবে।',
  'line.waiting': 'কাজ চালিয়ে যান; {n}টি পরিবর্তন পাঠানো বাকি, সংযোগ পেলেই যাবে।',
  'line.kept': 'যা দেখছেন তা {moment} সময়ের।',
  'line.today': 'আজ {time}',
  'line.tryNow': 'এখনই চেষ্টা করুন',
  'line.stillAway': 'এইমাত্র চেষ্টা করা হয়েছে, সাড়া মেলেনি।',
  'line.stranger': 'এই ঠিকানায় আপনার চেনা সার্ভার সাড়া দিচ্ছে না, অন্য কেউ দিচ্ছে।',
  'line.stranger.what':
    'তাই লগইন বা কোনো পরিবর্তন সেখানে পাঠানো হয়নি; সব এই কম্পিউটারে জমা আছে। বিদ্যালয়ের নেটওয়ার্কে ফিরলে নিজে থেকেই যাবে। সাইটটি নতুন কম্পিউটারে সরানো হয়ে থাকলে ঠিকানাটি আবার যাচাই করুন।',
  'line.stranger.connect': 'ঠিকানা যাচাই করুন',
  'line.unread':
    'সংযোগ নেই, আর এই তালিকা এই কম্পিউটারে আগে আনা হয়নি। তাই এখানে শুধু আপনার অপেক্ষমাণ পরিবর্তনগুলো আছে; সাইটে যা আছে তা সংযোগ ফিরলে দেখা যাবে।',
  'line.needsSignIn': 'লগইনের মেয়াদ শেষ হয়েছে।',
  'line.needsSignIn.waiting': '{n}টি পরিবর্তন জমা আছে; লগইন করলেই পাঠানো হবে।',
  'line.signIn': 'লগইন করুন',

  'pill.allSent': 'সব পাঠানো হয়েছে',
  'pill.waiting': '{n}টি অপেক্ষমাণ',
  'pill.attention': '{n}টি দেখা দরকার',
} as const
