/** Texts of the dashboard's help, around the guide that is written in `docs/bn`. */
export const helpCopy = {
  'help.title': 'সহায়তা',
  'help.lead': 'কোন কাজ কীভাবে করবেন, ধাপে ধাপে লেখা আছে। বিষয় বেছে নিন অথবা শব্দ লিখে খুঁজুন।',
  'help.search': 'সহায়তায় খুঁজুন',
  'help.topics': 'সব বিষয়',
  'help.back': 'সব বিষয় দেখুন',
  'help.contents': 'এই পাতায় যা আছে',
  'help.found': '“{query}” লিখে {n}টি জায়গায় পাওয়া গেছে',
  'help.none': 'সহায়তায় “{query}” পাওয়া যায়নি।',
  'help.none.hint': 'বানান মিলিয়ে দেখুন, অথবা একটি ছোট শব্দ লিখুন, যেমন: ছবি।',
  'help.next': 'পরের বিষয়: {title}',
  'help.previous': 'আগের বিষয়: {title}',
} as const
