/** Error messages of fields, in both languages. */
export const validationCopy = {
  'valid.required': { bn: 'এই ঘরটি পূরণ করুন।', en: 'Fill in this field.' },
  'valid.title.required': { bn: 'শিরোনাম লিখুন।', en: 'Enter a title.' },
  'valid.title.tooLong': {
    bn: 'শিরোনাম {max} অক্ষরের বেশি হতে পারবে না।',
    en: 'The title cannot be longer than {max} characters.',
  },
  'valid.file.required': { bn: 'একটি ফাইল বেছে নিন।', en: 'Choose a file.' },
  'valid.bodyOrFile.required': {
    bn: 'লেখা লিখুন, অথবা একটি ফাইল দিন।',
    en: 'Enter a text or choose a file.',
  },
  'valid.file.tooBig': {
    bn: 'ফাইলটি {max} মেগাবাইটের বেশি বড়। স্ক্যান করা কাগজ হলে স্ক্যানারে ২০০ ডিপিআই, সাদাকালো বেছে আবার স্ক্যান করুন।',
    en: 'The file is larger than {max} MB. Scan papers at 200 dpi, black and white.',
  },
  'valid.file.allTooBig': {
    bn: 'ফাইলগুলো একসঙ্গে {max} মেগাবাইটের বেশি বড়। কয়েকটি এখন দিয়ে বাকিগুলো পরে যোগ করুন, অথবা ছোট করে আবার দিন।',
    en: 'The files are together larger than {max} MB. Send some of them first, or smaller ones.',
  },
  'valid.file.type': {
    bn: 'এই ফাইল নেওয়া যায় না। নেওয়া যায়: {types}',
    en: 'This file type is not accepted. Accepted: {types}',
  },
  'valid.file.notPdf': {
    bn: 'ফাইলের নাম .pdf, কিন্তু ভেতরে PDF নয়। আসল ফাইলটি আবার বেছে নিন।',
    en: 'The name ends in .pdf, but the content is not a PDF. Choose the original file.',
  },
  'valid.file.heic': {
    bn: 'HEIC ছবি এখানে নেওয়া যায় না। ফোনের ক্যামেরার সেটিংসে ছবির ধরন JPG (“Most compatible”) করে আবার তুলুন, অথবা ছবিটি হোয়াটসঅ্যাপে নিজেকে পাঠিয়ে সেখান থেকে সেভ করে দিন।',
    en: 'HEIC photos are not accepted here. Set the camera of the phone to JPG (“Most compatible”).',
  },
  'valid.file.tooMany': {
    bn: 'একসঙ্গে সর্বোচ্চ {max}টি ফাইল দেওয়া যায়।',
    en: 'At most {max} files can be sent together.',
  },
  'valid.file.empty': { bn: 'ফাইলটি খালি।', en: 'The file is empty.' },
  'valid.file.damaged': {
    bn: 'ফাইলটি নষ্ট বা পড়া যাচ্ছে না।',
    en: 'The file is damaged or cannot be read.',
  },
  'valid.expiresAt': {
    bn: 'সরিয়ে নেওয়ার সময় প্রকাশের সময়ের পরে হতে হবে।',
    en: 'The expiry time must be after the publication time.',
  },
  'valid.urgentUntil': {
    bn: 'জরুরি নোটিশ সর্বোচ্চ {max} দিন থাকতে পারে।',
    en: 'A notice can be urgent for at most {max} days.',
  },
  'valid.endsOn': {
    bn: 'শেষ দিন শুরুর দিনের আগে হতে পারবে না।',
    en: 'The last day cannot be before the first.',
  },
  'valid.phone': {
    bn: 'ফোন নম্বরটি আবার দেখুন। শুধু অঙ্ক লিখুন।',
    en: 'Check the phone number. Use digits only.',
  },
  'valid.slug': {
    bn: 'ঠিকানায় শুধু অক্ষর, অঙ্ক ও মাঝে হাইফেন লিখুন।',
    en: 'Use only letters, digits and hyphens between words.',
  },
  'valid.slug.taken': {
    bn: 'এই ঠিকানায় আরেকটি পাতা আছে। অন্য ঠিকানা লিখুন।',
    en: 'Another page has this address. Choose another one.',
  },
  'valid.pushService': {
    bn: 'এই ব্রাউজারে নতুন নোটিশের কথা জানানো যায় না। ক্রোম, ফায়ারফক্স, এজ বা সাফারি দিয়ে চেষ্টা করুন।',
    en: 'The push service of this browser is not known. Use Chrome, Firefox, Edge or Safari.',
  },
  'valid.number': { bn: 'একটি সংখ্যা লিখুন।', en: 'Enter a number.' },
  'valid.latitude': {
    bn: 'বাংলাদেশের ভেতরের অক্ষাংশ লিখুন: ২০ থেকে ২৭।',
    en: 'Enter a latitude in Bangladesh: 20 to 27.',
  },
  'valid.longitude': {
    bn: 'বাংলাদেশের ভেতরের দ্রাঘিমাংশ লিখুন: ৮৮ থেকে ৯৩।',
    en: 'Enter a longitude in Bangladesh: 88 to 93.',
  },
  'valid.integer': { bn: 'পূর্ণ সংখ্যা লিখুন।', en: 'Enter a whole number.' },
  'valid.min': { bn: '{min} এর কম হতে পারবে না।', en: 'Cannot be less than {min}.' },
  'valid.max': { bn: '{max} এর বেশি হতে পারবে না।', en: 'Cannot be more than {max}.' },
  'valid.email': { bn: 'সঠিক ই-মেইল ঠিকানা লিখুন।', en: 'Enter a valid email address.' },
  'valid.url': { bn: 'সঠিক ওয়েব ঠিকানা লিখুন।', en: 'Enter a valid web address.' },
  'valid.video': {
    bn: 'ইউটিউব ভিডিওর সঠিক লিংক দিন।',
    en: 'Enter a valid link to a YouTube video.',
  },
  'valid.enum.class': {
    bn: 'শ্রেণি তৃতীয় থেকে দশমের মধ্যে হতে হবে।',
    en: 'The class must be Three to Ten.',
  },
  'valid.enum.shift': {
    bn: 'শিফট প্রভাতী অথবা দিবা হতে হবে।',
    en: 'The shift must be Morning or Day.',
  },
  'valid.enum.section': { bn: 'শাখা ক থেকে ঘ-এর মধ্যে হতে হবে।', en: 'The section must be A to D.' },
  'valid.enum.yesno': { bn: 'হ্যাঁ অথবা না বেছে নিন।', en: 'Choose Yes or No.' },
  'valid.duplicate.row': {
    bn: 'এই শ্রেণি, শিফট ও শাখা তালিকায় একাধিকবার আছে।',
    en: 'This class, shift and section is in the list more than once.',
  },
  'valid.present': {
    bn: 'উপস্থিত মোট ছাত্রীর বেশি হতে পারে না।',
    en: 'More are present than enrolled.',
  },
  'valid.attendance': {
    bn: 'উপস্থিতির সংখ্যা দিন, অথবা ছুটির কারণ লিখুন; দুটি একসঙ্গে নয়।',
    en: 'Send either numbers or why the school was closed.',
  },
  'valid.summary': { bn: '{n}টি ঘর ঠিক করতে হবে।', en: '{n} fields need correction.' },
  'valid.text.tooLong': {
    bn: '{max} অক্ষরের বেশি হতে পারবে না।',
    en: 'Cannot be longer than {max} characters.',
  },
  'valid.text.control': {
    bn: 'লেখায় অদৃশ্য নিয়ন্ত্রণ-চিহ্ন বা অতিরিক্ত লাইন আছে। লেখাটি আবার টাইপ করুন।',
    en: 'The text contains control characters or line breaks. Type it again.',
  },
  'valid.clock': { bn: 'সময়টি ঘণ্টা ও মিনিটে লিখুন।', en: 'Enter a time as HH:MM.' },
  'valid.date': { bn: 'সঠিক তারিখ দিন।', en: 'Enter a valid date.' },
  'valid.version': {
    bn: 'রেকর্ডের সংস্করণ নম্বরটি সঠিক নয়।',
    en: 'The version of the record is not a number.',
  },
  'valid.choice': { bn: 'তালিকা থেকে একটি বেছে নিন।', en: 'Choose a value from the list.' },
  'valid.sha256': {
    bn: 'ফাইলের SHA-256 দিন, ৬৪টি অক্ষরে (0-9, a-f); অথবা একটি ঠিকানা।',
    en: 'Send the SHA-256 of a file as 64 hexadecimal digits, or an address.',
  },
  'valid.type': { bn: 'এই ঘরের তথ্য সঠিক ধরনের নয়।', en: 'This field has the wrong type.' },
  'valid.repeated': {
    bn: 'এই ঘরটি একাধিকবার পাঠানো হয়েছে।',
    en: 'This field was sent more than once.',
  },
  'valid.file.single': { bn: 'একটিমাত্র ফাইল দিন।', en: 'Send exactly one file.' },
  'valid.file.pixels': {
    bn: 'ছবিটি {max} মেগাপিক্সেলের বেশি বড়। ছোট ছবি দিন।',
    en: 'The picture is larger than {max} megapixels. Choose a smaller one.',
  },
  'valid.file.memory': {
    bn: 'ছবিটি খুলতে অনেক বেশি মেমরি লাগে। ছোট ছবি দিন।',
    en: 'Opening the picture takes too much memory. Choose a smaller one.',
  },
  'valid.teachers.one': {
    bn: 'একটি পাতা দিন, অথবা শিক্ষক ও কর্মচারীর তালিকা বেছে নিন; দুটি একসঙ্গে নয়।',
    en: 'Send either a page or people: true.',
  },
  'valid.html.blank': {
    bn: 'ফাইলটিতে দেখানোর মতো কোনো লেখা পাওয়া যায়নি।',
    en: 'The file has no visible text.',
  },
  'valid.html.complex': {
    bn: 'পাতাটি খুব জটিল: একটির ভেতর আরেকটি করে ২০০টির বেশি ট্যাগ আছে। সহজ করে আবার দিন।',
    en: 'The page is too complex: tags are nested more than 200 deep. Simplify it.',
  },
  'valid.password.short': {
    bn: 'পাসওয়ার্ডে অন্তত {min}টি অক্ষর থাকতে হবে।',
    en: 'The password must have at least {min} characters.',
  },
  'valid.password.common': {
    bn: 'এই পাসওয়ার্ড সহজে অনুমান করা যায়। অন্য একটি দিন।',
    en: 'This password is easy to guess. Choose another.',
  },
  'valid.password.same': {
    bn: 'এটি একবারের পাসওয়ার্ড। নিজের অন্য একটি দিন।',
    en: 'This is the one-time password. Choose another.',
  },
  'valid.code.wrong': {
    bn: 'কোডটি ঠিক নয়, অথবা আগে ব্যবহার হয়েছে। অ্যাপে এখন যে কোড দেখায় সেটি দিন।',
    en: 'The code is incorrect or was used before.',
  },
  'valid.passkey': {
    bn: 'পাসকিটি নেওয়া যায়নি, অথবা সময় পেরিয়ে গেছে। আবার চেষ্টা করুন।',
    en: 'The passkey is invalid, or its challenge is invalid or used.',
  },
  'valid.password.current': {
    bn: 'বর্তমান পাসওয়ার্ড সঠিক নয়।',
    en: 'The current password is incorrect.',
  },
} as const

export type ValidationKey = keyof typeof validationCopy
