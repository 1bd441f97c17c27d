/** Texts of the dashboard's backup screen. `backup.kind.<kind>` and `backup.task.<task>` name what there is. */
export const adminBackupCopy = {
  'backup.title': 'ব্যাকআপ ও পুনরুদ্ধার',
  'backup.lead':
    'সব তথ্য ও ফাইলের অনুলিপি এখানে থাকে। মাঝে মাঝে একটি ডাউনলোড করে পেনড্রাইভে বা অন্য কম্পিউটারে রাখুন: সার্ভার নষ্ট হলেও বিদ্যালয়ের কিছু হারাবে না।',
  'backup.loading': 'ব্যাকআপের তালিকা আনা হচ্ছে...',
  'backup.error': 'ব্যাকআপের তালিকা আনা যায়নি। সংযোগ দেখে আবার চেষ্টা করুন।',
  'backup.offline': 'ব্যাকআপের কাজ সার্ভারেই হয়, তাই এখন করা যাবে না। সংযোগ ফিরে এলে আবার চেষ্টা করুন।',

  'backup.now': 'এখনকার অবস্থা',
  'backup.create': 'এখনই ব্যাকআপ নিন',
  'backup.last': 'সর্বশেষ ব্যাকআপ: {moment} ({size})',
  'backup.none': 'এখনো কোনো ব্যাকআপ নেওয়া হয়নি।',
  'backup.nightly':
    'প্রতিদিন {time} নিজে থেকেই ব্যাকআপ হয়। তখন সার্ভার বন্ধ থাকলে, চালু হওয়ার একটু পরে হয়। শেষ {days} দিনের এবং তার আগের {weeks} সপ্তাহের একটি করে রাখা হয়।',
  'backup.nightly.off':
    'প্রতিদিনের স্বয়ংক্রিয় ব্যাকআপ বন্ধ আছে। যিনি সার্ভার দেখাশোনা করেন, তাঁকে চালু করতে বলুন (BACKUP_AT)।',
  'backup.nightly.failed':
    'প্রতিদিনের ব্যাকআপটি {moment} সময়ে করা যায়নি। এক ঘণ্টা পরপর আবার চেষ্টা হচ্ছে। এখনই একটি নিয়ে দেখুন।',

  'backup.running.make': 'ব্যাকআপ তৈরি হচ্ছে',
  'backup.running.verify': 'ব্যাকআপ পরীক্ষা করা হচ্ছে',
  'backup.running.restore': 'পুনরুদ্ধার চলছে',
  'backup.running.percent': '{percent}% হয়েছে।',
  'backup.running.leave': 'অন্য কাজ করতে পারেন; এটি চলতে থাকবে।',
  'backup.running.hold': 'শেষ না হওয়া পর্যন্ত কিছু প্রকাশ বা পরিবর্তন করবেন না।',

  'backup.done.make': 'ব্যাকআপ তৈরি হয়েছে: {moment}।',
  'backup.done.verify': '{moment} সময়ের ব্যাকআপটি সম্পূর্ণ ও অক্ষত।',
  'backup.done.restore':
    '{moment} সময়ের সব তথ্য ফিরে এসেছে। অন্য যাঁরা ড্যাশবোর্ডে ছিলেন, তাঁদের আবার লগইন করতে হবে।',
  'backup.done.holds':
    'এতে আছে {entries}টি নোটিশ, খবর, ডাউনলোড ও ছবি, {counts}টি শাখার শিক্ষার্থীর সংখ্যা এবং {files}টি ফাইল ({size})।',
  'backup.done.unreadable': '{n}টি ছবি খোলা যায়নি; ব্যাকআপ নেওয়ার আগে থেকেই সেগুলো নষ্ট ছিল।',
  'backup.done.missing': '{n}টি ফাইল ব্যাকআপ নেওয়ার আগেই হারিয়ে গিয়েছিল।',
  'backup.failed.make': 'ব্যাকআপ তৈরি করা যায়নি।',
  'backup.failed.verify': 'ব্যাকআপটি ভালো নেই।',
  'backup.failed.restore': 'পুনরুদ্ধার করা যায়নি। আগের সব তথ্য যেমন ছিল তেমনই আছে।',
  'backup.failed.begin': 'কাজটি শুরু করা যায়নি।',
  'backup.undo': 'আগের অবস্থায় ফিরে যান',

  'backup.list': 'যে ব্যাকআপগুলো আছে',
  'backup.list.hint': '“এখনই ব্যাকআপ নিন” বোতামে চাপ দিয়ে প্রথমটি তৈরি করুন।',
  'backup.col.when': 'কোন সময়ের',
  'backup.col.size': 'আকার',
  'backup.today': 'আজকের',
  'backup.yesterday': 'গতকালের',
  'backup.daysAgo': '{n} দিন আগের',
  'backup.kind.manual': 'নিজেরা নেওয়া',
  'backup.kind.nightly': 'প্রতিদিনের',
  'backup.kind.before-restore': 'পুনরুদ্ধারের আগের অবস্থা',
  'backup.kind.uploaded': 'ফাইল থেকে আনা',
  'backup.uploadedBy': 'এনেছেন {name}',
  'backup.download': 'ডাউনলোড',
  'backup.verify': 'পরীক্ষা করুন',
  'backup.restore': 'ফিরিয়ে আনুন',

  'backup.upload.title': 'কম্পিউটারে রাখা ব্যাকআপ',
  'backup.upload.lead':
    'আগে ডাউনলোড করা ব্যাকআপ ফাইল (.zip) সার্ভারে তুলুন। এতে এখনকার কিছুই বদলাবে না; উপরের তালিকায় যুক্ত হবে, সেখান থেকে ফিরিয়ে আনা যাবে।',
  'backup.upload.choose': 'ব্যাকআপ ফাইল বেছে নিন',
  'backup.upload.send': 'সার্ভারে তুলুন',
  'backup.upload.sending': 'তোলা হচ্ছে...',
  'backup.upload.failed': 'ফাইলটি নেওয়া যায়নি।',
  'backup.upload.done': '{moment} সময়ের ব্যাকআপটি তালিকায় যুক্ত হয়েছে।',

  'backup.password.download': 'ব্যাকআপ ডাউনলোড করবেন?',
  'backup.password.download.why':
    'ব্যাকআপে বিদ্যালয়ের সব তথ্য ও ফাইল থাকে, যা এখনো প্রকাশ হয়নি তা-ও। তাই আগে আপনার পাসওয়ার্ড দিন, আর ফাইলটি নিরাপদ জায়গায় রাখুন।',
  'backup.password.upload': 'ব্যাকআপ সার্ভারে তুলবেন?',
  'backup.password.upload.why': 'এই ফাইল থেকে পুরো ওয়েবসাইট ফিরিয়ে আনা যায়। তাই আগে আপনার পাসওয়ার্ড দিন।',

  'restore.title': 'ব্যাকআপ থেকে ফিরিয়ে আনবেন?',
  'restore.replaces':
    'নোটিশ, খবর, ছবি, ফাইল ও সেটিংস সব {moment} সময়ের মতো হয়ে যাবে। তার পরে যা যুক্ত বা পরিবর্তন হয়েছে, ওয়েবসাইটে আর থাকবে না।',
  'restore.keeps': 'অ্যাডমিনদের নাম ও পাসওয়ার্ড এবং কাজের বিবরণ এখন যেমন আছে তেমনই থাকবে।',
  'restore.before':
    'আগে ব্যাকআপটি পরীক্ষা করা হবে এবং এখনকার অবস্থার একটি ব্যাকআপ নেওয়া হবে, যাতে এই কাজ আবার ফিরিয়ে নেওয়া যায়।',
  'restore.word': 'পুনরুদ্ধার',
  'restore.confirm': 'নিশ্চিত করতে “{word}” লিখুন',
  'restore.confirm.hint': 'বিজয়ে লিখলেও চলবে।',
  'restore.confirm.wrong': '“{word}” শব্দটি হুবহু লিখুন।',
  'restore.run': 'ফিরিয়ে আনুন',
  'restore.starting': 'শুরু হচ্ছে...',
} as const
