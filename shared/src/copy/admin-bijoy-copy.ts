/** What fields of Bengali text say about text that was typed in a Bijoy font. */
export const adminBijoyCopy = {
  'form.bijoy.found': 'লেখাটি বিজয় (ANSI) ফন্টে টাইপ করা মনে হচ্ছে। ইউনিকোডে এমন দেখাবে:',
  'form.bijoy.pasted': 'লেখাটি বিজয় (ANSI) ফন্ট থেকে কপি করা। ইউনিকোডে এমন দেখাবে:',
  'form.bijoy.held': 'জমা দেওয়ার আগে একবার দেখে নিন।',
  'form.bijoy.accept': 'ইউনিকোড লেখাটি ব্যবহার করুন',
  'form.bijoy.keep': 'যেমন আছে তেমন রাখুন',
  'form.bijoy.button': 'বিজয় থেকে ইউনিকোড',
  'form.bijoy.taken': 'ইউনিকোড লেখা বসানো হয়েছে।',
  'form.bijoy.undo': 'আগের লেখা ফিরিয়ে আনুন',
  'form.bijoy.nothing': 'এই লেখায় বিজয় থেকে বদলানোর মতো কিছু নেই।',
  'form.bijoy.away': 'রূপান্তরের অংশটি আনা যায়নি। সংযোগ দেখে আবার চেষ্টা করুন।',
} as const
