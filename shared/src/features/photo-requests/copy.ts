/** Texts of requests to take a photo down: links, form and answer. */
export const photoRequestCopy = {
  'photoRequest.title': 'ছবিটি সরাতে বলুন',
  'photoRequest.grid': 'কোনো ছবি সরাতে চাইলে ছবিটি খুলে নিচে “ছবিটি সরাতে বলুন” চাপুন।',
  'photoRequest.photo': '{title}, ছবি {n}',
  'photoRequest.who': 'আপনি কে?',
  'photoRequest.who.guardian': 'অভিভাবক',
  'photoRequest.who.student': 'ছাত্রী নিজে',
  'photoRequest.who.other': 'অন্য কেউ',
  'photoRequest.reason': 'কেন সরাতে চান?',
  'photoRequest.reason.hint': 'এক বাক্যই যথেষ্ট। কারণ না লিখলেও চলে।',
  'photoRequest.phone': 'ফোন (চাইলে)',
  'photoRequest.phone.hint': 'শুধু প্রধান শিক্ষক দেখবেন, উত্তর দেওয়ার পর মুছে যাবে।',
  'photoRequest.send': 'প্রধান শিক্ষককে জানান',
  'photoRequest.private': 'আপনার কথা ওয়েবসাইটে দেখানো হবে না।',
  'photoRequest.wrong': 'পাঠানো হয়নি। নিচে যা লেখা আছে, দেখে আবার পাঠান।',
  'photoRequest.tooMany':
    'এখান থেকে অনেকবার পাঠানো হয়েছে, তাই এবার নেওয়া যায়নি। কিছুক্ষণ পর আবার পাঠান, নয়তো বিদ্যালয়ে ফোন করুন।',
  'photoRequest.failed': 'এখন পাঠানো যায়নি। কিছুক্ষণ পর আবার চেষ্টা করুন।',
  'photoRequest.sent': 'প্রধান শিক্ষককে জানানো হয়েছে',
  'photoRequest.sent.next':
    'তিনি ছবিটি দেখে সরিয়ে দেবেন, নয়তো রেখে দেওয়ার কারণ লিখে রাখবেন। উত্তর না দেওয়া পর্যন্ত ছবিটি ওয়েবসাইটে থাকতে পারে।',
  'photoRequest.sent.phone':
    'ফোন নম্বর দিয়ে থাকলে বিদ্যালয় আপনাকে ফোন করতে পারে। উত্তর দেওয়ার পর নম্বরটি মুছে যায়।',
  'photoRequest.sent.again': 'একই ছবির জন্য আবার পাঠানোর দরকার নেই।',
  'photoRequest.sent.contact': 'বিদ্যালয়ের সঙ্গে যোগাযোগ',
  'photoRequest.copy': 'ওয়েবসাইটের এই কপি থেকে অনুরোধ পাঠানো যায় না। ছবিটি সরাতে বিদ্যালয়কে জানান।',
  'photoRequest.loading': 'ছবিটি আনা হচ্ছে...',
  'photoRequest.error': 'ছবিটি আনা যায়নি। কিছুক্ষণ পর আবার চেষ্টা করুন।',
} as const
