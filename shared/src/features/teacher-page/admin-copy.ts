/** Texts of the form of the page of officers and teachers. */
export const teacherPageAdminCopy = {
  'teachers.title': 'কর্মকর্তা ও শিক্ষকবৃন্দ',
  'teachers.lead': 'ওয়েবসাইটের জনবল মেনুতে এই পাতাটি থাকে।',
  'teachers.loading': 'পাতাটি আনা হচ্ছে...',
  'teachers.error': 'পাতাটি আনা যায়নি। সংযোগ দেখে আবার চেষ্টা করুন।',
  'teachers.people': 'পাতাটি ‘শিক্ষক ও কর্মচারী’ তালিকা থেকে নিজে নিজে তৈরি হয়; নাম যোগ বা বদল সেখানেই করুন।',
  'teachers.ownEditor': 'ওয়ার্ডে বানানো নিজেদের পাতা (HTML) দিতে চাই',
  'teachers.people.open': 'শিক্ষক ও কর্মচারী',
  'teachers.own':
    'ওয়েবসাইটে এখন আপনাদের নিজেদের দেওয়া পাতাটি দেখাচ্ছে। চাইলে পাতাটি ‘শিক্ষক ও কর্মচারী’ তালিকা থেকেও নিজে নিজে তৈরি হতে পারে।',
  'teachers.leave': 'তালিকা থেকে তৈরি পাতা দেখান',
  'teachers.leave.text':
    'এখনকার পাতার জায়গায় ‘শিক্ষক ও কর্মচারী’ তালিকা থেকে তৈরি পাতা দেখাবে। এখনকার পাতাটি ‘আগে যা ছিল’ তালিকায় থাকবে।',
  'teachers.left': 'পাতাটি এখন ‘শিক্ষক ও কর্মচারী’ তালিকা থেকে তৈরি হচ্ছে।',
  'teachers.leave.failed': 'পাতাটি বদলানো যায়নি।',
  'teachers.current': 'এখন ওয়েবসাইটে যা আছে',
  'teachers.current.none': 'এখনো কিছু দেওয়া হয়নি।',
  'teachers.onSite': 'ওয়েবসাইটে দেখুন',
  'teachers.alone': 'শুধু পাতাটি দেখুন',

  'teachers.file.label': 'এইচটিএমএল (HTML) ফাইল',
  'teachers.file.hint':
    'ওয়ার্ডে Save As চেপে ধরন হিসেবে Web Page, Filtered বেছে নিলে এমন ফাইল তৈরি হয়। ফাইলের ছবি ওয়েবসাইটে আসে না।',
  'teachers.file.reading': 'ফাইলটি পড়া হচ্ছে...',
  'teachers.file.notHtml':
    '“{name}” এইচটিএমএল ফাইল নয়। ওয়ার্ডে ফাইলটি খুলে Save As চেপে Web Page, Filtered হিসেবে সংরক্ষণ করে সেই ফাইলটি দিন।',
  'teachers.file.long':
    'ফাইলটি বেশি বড়। ওয়ার্ডে Save As চেপে Web Page, Filtered হিসেবে সংরক্ষণ করলে ছোট হয়।',
  'teachers.file.preview': 'পাতাটি এমন দেখাবে',
  'teachers.file.preview.lead': 'এখনো ওয়েবসাইটে বসেনি। ঠিক থাকলে নিচের বোতাম চাপুন।',
  'teachers.file.preview.failed': 'ফাইলটি থেকে পাতা তৈরি করা যায়নি।',
  'teachers.file.put': 'এই পাতাটি বসান',
  'teachers.file.drop': 'সরান',
  'teachers.file.set': 'পাতাটি ওয়েবসাইটে বসানো হয়েছে।',
  'teachers.file.failed': 'পাতাটি বসানো যায়নি।',
  'teachers.file.conflict':
    'এর মধ্যে অন্য কেউ পাতাটি বদলেছেন। এখন ওয়েবসাইটে যা আছে তা নিচে দেখে নিন; তবু এই পাতাটি বসাতে চাইলে আবার বোতাম চাপুন।',
  'teachers.undone': 'আগের পাতাটি ফিরিয়ে আনা হয়েছে।',
  'teachers.undo.failed': 'আগের পাতাটি ফিরিয়ে আনা যায়নি।',

  'teachers.replace.title': 'এখনকার পাতাটি বদলাবেন?',
  'teachers.replace.byFile': 'এখনকার পাতার জায়গায় ফাইলের পাতাটি বসবে।',
  'teachers.replace.yes': 'হ্যাঁ, বদলান',
} as const
