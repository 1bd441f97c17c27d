import type { BackupFault } from '../school/backup.ts'

/** Texts of the server's responses and documents. */
export const siteMessages = {
  'schools.suspended': {
    bn: 'এই বিদ্যালয়ের ওয়েবসাইট সাময়িকভাবে বন্ধ আছে। পরে আবার আসুন।',
    en: 'This school’s website is closed for the time being. Come back later.',
  },
  'schools.quotaFull': {
    bn: 'বিদ্যালয়ের জন্য বরাদ্দ জায়গা ভরে গেছে। ফাইলটি সংরক্ষণ করা হয়নি। যিনি সার্ভার দেখেন তাঁকে আরও জায়গা দিতে বলুন।',
    en: 'The space for this school is full. The file was not saved. Ask who runs the server for more.',
  },
  'staticCopy.title': { bn: 'এখান থেকে লগইন করা যায় না', en: 'There is no login here' },
  'staticCopy.body': {
    bn: 'এটি বিদ্যালয়ের ওয়েবসাইটের একটি অনুলিপি; এতে ড্যাশবোর্ড নেই।',
    en: 'This is a copy of the school’s website; it has no dashboard.',
  },
  'staticCopy.verify': {
    bn: 'এটি ওয়েবসাইটের কপি। এখানে যাচাই করতে ব্রাউজারে জাভাস্ক্রিপ্ট চালু থাকতে হবে।',
    en: 'This is a copy of the website. Checking a notice here needs JavaScript.',
  },
  'staticCopy.home': { bn: 'প্রথম পাতা', en: 'Front page' },
  'staticCopy.dashboard': { bn: 'মূল ওয়েবসাইটের ড্যাশবোর্ড', en: 'Dashboard of the original website' },
  'urgent.title': { bn: 'জরুরি: {title}', en: 'Urgent: {title}' },
  'list.file.meta': { bn: '{type}, {size}', en: '{type}, {size}' },
  'feed.title': { bn: '{school}: নোটিশ ও খবর', en: '{school}: notices and news' },
  'import.conflict': {
    bn: '{group}: এই তথ্য তুলনা করার পর অন্য কেউ বদলেছেন। কিছুই সংরক্ষণ করা হয়নি। নতুন করে তুলনা করে আবার চেষ্টা করুন।',
    en: '{group}: someone else has changed this since it was compared. Nothing was saved. Compare again and retry.',
  },
  'admin.nameTaken': {
    bn: 'এই ব্যবহারকারীর নামে একজন অ্যাডমিন আগে থেকেই আছেন। অন্য নাম দিন।',
    en: 'An admin with this username already exists. Choose another name.',
  },
  'admin.self': {
    bn: 'নিজের লগইন নিজে বন্ধ করা যায় না, নিজের ভূমিকাও বদলানো যায় না। প্রধান শিক্ষকের ভূমিকায় আছেন এমন অন্য একজনকে বলুন।',
    en: 'You cannot disable your own account or change its role. Ask another head.',
  },
  'admin.codeNeeded': {
    bn: 'এই অ্যাকাউন্টে দুই ধাপে লগইন চালু আছে: কোডটিও দিন। কোড লেখার ঘর না থাকলে প্রোগ্রামটি হালনাগাদ করুন।',
    en: 'This account has a second factor: send its code, too. Programs that cannot must be updated.',
  },
  'admin.passkeyNeeded': {
    bn: 'এই অ্যাকাউন্টে পাসকি আছে: ব্রাউজারে পাসকি দিয়েও লগইন করা যায়।',
    en: 'This account has passkeys: sign in with one of them, or send a code.',
  },
  'admin.passkeyRefused': {
    bn: 'পাসকিটি চেনা যায়নি, অথবা সময় পেরিয়ে গেছে। আবার চেষ্টা করুন, না হলে পাসওয়ার্ড দিয়ে লগইন করুন।',
    en: 'The passkey is unknown, or its challenge is invalid or used. Try again, or use the password.',
  },
  'admin.passkeyNowhere': {
    bn: 'এই সার্ভারে পাসকি চলে না: সার্ভারের ঠিকানা (PUBLIC_URL) https দিয়ে ঠিক করা নেই।',
    en: 'Passkeys need a PUBLIC_URL with https and a host name.',
  },
  'admin.passkeyTaken': {
    bn: 'এই পাসকিটি আগেই যোগ করা আছে।',
    en: 'This passkey has been added before.',
  },
  'admin.passkeysFull': {
    bn: 'এই অ্যাকাউন্টে আর পাসকি রাখা যায় না। আগে একটি সরান।',
    en: 'The account has as many passkeys as it may. Remove one first.',
  },
  'admin.selfReset': {
    bn: 'নিজের পাসওয়ার্ড এভাবে বদলানো যায় না। “পাসওয়ার্ড বদলানো” অংশ থেকে বদলান।',
    en: 'You cannot reset your own password. Change it instead.',
  },
  'admin.mustChangePassword': {
    bn: 'আগে নিজের একটি পাসওয়ার্ড দিন। তার আগে অন্য কোনো কাজ করা যায় না।',
    en: 'Set your own password first. Nothing else is allowed before.',
  },
} as const

/** Why a backup failed or is invalid; used by the server and the dashboard. */
export const backupFaultCopy = {
  'no-backup': {
    bn: 'ফাইলটি এই ওয়েবসাইটের ব্যাকআপ নয়।',
    en: 'This file is not a backup of this website.',
  },
  damaged: {
    bn: 'ব্যাকআপ ফাইলটি নষ্ট হয়ে গেছে। অন্য একটি ব্যাকআপ ব্যবহার করুন।',
    en: 'This backup is damaged. Use another one.',
  },
  unsafe: {
    bn: 'ফাইলটিতে এমন কিছু আছে যা কোনো ব্যাকআপে থাকে না, তাই নেওয়া হয়নি।',
    en: 'This file has content that no backup contains. It was rejected.',
  },
  newer: {
    bn: 'ব্যাকআপটি সফটওয়্যারের নতুন সংস্করণে তৈরি। আগে সফটওয়্যার হালনাগাদ করুন।',
    en: 'This backup was made by a newer version of the software. Update the software first.',
  },
  'no-room': {
    bn: 'সার্ভারে যথেষ্ট জায়গা নেই। জায়গা খালি করে আবার চেষ্টা করুন।',
    en: 'The server does not have enough disk space. Free some space and try again.',
  },
  'no-files': {
    bn: 'এই ব্যাকআপে শুধু লেখা আছে, কোনো ফাইল বা ছবি নেই। পুরো একটি ব্যাকআপ বেছে নিন।',
    en: 'This backup has only the records, without files. Choose a whole one.',
  },
  interrupted: {
    bn: 'কাজটি মাঝপথে থেমে গেছে। আবার চেষ্টা করুন।',
    en: 'The task was interrupted. Try again.',
  },
  failed: {
    bn: 'সার্ভারে একটি সমস্যা হয়েছে। কিছুক্ষণ পর আবার চেষ্টা করুন।',
    en: 'Internal server error. Try again later.',
  },
} as const satisfies Record<BackupFault, { bn: string; en: string }>

/** Errors of the backup endpoints. */
export const backupMessages = {
  busy: {
    bn: 'ব্যাকআপের একটি কাজ এখন চলছে। সেটি শেষ হলে আবার চেষ্টা করুন।',
    en: 'Another backup task is running. Try again when it has finished.',
  },
  token: {
    bn: 'পাসওয়ার্ড দেওয়ার পর সময় পেরিয়ে গেছে। আবার পাসওয়ার্ড দিন।',
    en: 'This token is not valid or has expired. Confirm the password again.',
  },
} as const
