import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import type { NewContact } from '@bidyaloy/shared/school/contact'
import type { NewSchoolInfo } from '@bidyaloy/shared/school/school-info'
import type { SiteSettingsChange } from '@bidyaloy/shared/school/site-settings'
import { NewStudentCount } from '@bidyaloy/shared/school/student-count'
import { sumCounts } from '@bidyaloy/shared/school/student-groups'
import type { Letterhead } from '../paper/paper.ts'
import { studentCounts } from './counts.ts'

/* An invented school. No name, number or address here belongs to anyone. */

export const contact: NewContact = {
  schoolName: 'শাপলানগর সরকারি বালিকা উচ্চ বিদ্যালয়',
  address: '১২ বিদ্যালয় সড়ক, শাপলানগর',
  wardNumber: '৭',
  corporation: 'শাপলানগর পৌরসভা',
  postOffice: 'শাপলানগর',
  postCode: '১২০০',
  policeStation: 'শাপলানগর সদর',
  upazila: 'শাপলানগর সদর',
  district: 'শাপলানগর',
  division: 'উদাহরণ বিভাগ',
  phone: '০২-৫৫৫০১২৩৪',
  email: 'info@shaplanagar.example.edu.bd',
  website: 'www.shaplanagar.example.edu.bd',
}

const HEAD_TEACHER = 'মোছা. রওশন আরা বেগম'

export const letterhead: Letterhead = {
  government: siteCopy['site.govLine'],
  school: contact.schoolName,
  address: `${contact.address} ${contact.postCode}`,
  contact: `ফোন: ${contact.phone} · ই-মেইল: ${contact.email}`,
  headTeacher: HEAD_TEACHER,
  post: siteCopy['side.head'],
  words: {
    memo: 'স্মারক নং:',
    date: 'তারিখ:',
    subject: 'বিষয়:',
    copies: 'সদয় অবগতির জন্য অনুলিপি:',
    note: 'বি.দ্র.',
    applicant: 'আবেদনকারীর স্বাক্ষর ও তারিখ',
  },
}

export const schoolInfo: NewSchoolInfo = {
  morningShift: 'তৃতীয় থেকে দশম শ্রেণি, সকাল ৭:০০ – দুপুর ১২:০০',
  dayShift: 'তৃতীয় থেকে দশম শ্রেণি, দুপুর ১২:১৫ – বিকাল ৫:১৫',
  withoutShift: 'প্রযোজ্য নয়',
  totalLand: 3.25,
  totalBuildings: 5,
  totalClasses: 42,
  multimediaClasses: 14,
  ictLabs: 2,
  scienceLabs: 3,
  librarySeats: 80,
  totalStudents: sumCounts(studentCounts().map((count) => NewStudentCount.parse(count))).total,
  boundaryWall: 'Yes',
  auditorium: 'Yes',
}

const history = [
  '## প্রতিষ্ঠা ও পটভূমি',
  'নারীশিক্ষার প্রসারের লক্ষ্যে স্থানীয় শিক্ষানুরাগী ব্যক্তিবর্গের উদ্যোগে ১৯৭২ সালে বিদ্যালয়টি প্রতিষ্ঠিত হয়। টিনের চালার তিনটি কক্ষে ৪৭ জন ছাত্রী ও চারজন শিক্ষক নিয়ে যাত্রা শুরু। প্রথম বছরেই এলাকার মায়েরা নিজেদের গয়না বন্ধক রেখে বেঞ্চ কিনে দিয়েছিলেন—সেই গল্প আজও নবীনবরণে বলা হয়।',
  '## জাতীয়করণ ও বিকাশ',
  '১৯৮৪ সালে বিদ্যালয়টি জাতীয়করণ করা হয়। এর পর পাকা ভবন, বিজ্ঞানাগার ও গ্রন্থাগার নির্মিত হয়। ছাত্রীসংখ্যা বৃদ্ধি পাওয়ায় ১৯৯১ সালে প্রভাতী ও দিবা—এই দুই শিফটে পাঠদান শুরু হয়।',
  '## বর্তমান অবস্থা',
  'বর্তমানে তৃতীয় থেকে দশম শ্রেণি পর্যন্ত দুই শিফটে ৪২টি শাখায় পাঠদান করা হয়। বিজ্ঞানাগার, আইসিটি ল্যাব, মাল্টিমিডিয়া শ্রেণিকক্ষ ও মিলনায়তন রয়েছে। পড়াশোনার পাশাপাশি ক্রীড়া, বিতর্ক, সাংস্কৃতিক কর্মকাণ্ড ও গার্ল গাইডস কার্যক্রমে ছাত্রীরা নিয়মিত অংশ নেয়।',
  '## অর্জন ও ঐতিহ্য',
  '২০২২ সালে প্রাক্তন ও বর্তমান দেড় হাজার ছাত্রীর মিলনমেলায় সুবর্ণজয়ন্তী উদ্‌যাপিত হয়। এই বিদ্যালয়ের ছাত্রীরা আজ চিকিৎসক, প্রকৌশলী, শিক্ষক, বিচারক ও শিল্পী হিসেবে দেশে-বিদেশে কাজ করছেন।',
].join('\n\n')

export const settings: SiteSettingsChange = {
  identity: {
    place: 'শাপলানগর, বাংলাদেশ',
    motto: 'আলোকিত মেয়ে, আলোকিত দেশ',
    welcome:
      'পাঁচ দশকের বেশি সময় ধরে শাপলানগরের মেয়েদের মানসম্মত শিক্ষার ঠিকানা। তৃতীয় থেকে দশম শ্রেণি, প্রভাতী ও দিবা দুই শিফট।',
    established: '১৯৭২',
    nationalised: '১ জুলাই ১৯৮৪',
    eiin: '০০০০০০',
    schoolCode: '০০০০',
  },
  headTeacher: {
    name: HEAD_TEACHER,
    message:
      'আমাদের মেয়েরা প্রশ্ন করতে শিখুক, ভুল করতে ভয় না পাক, আর নিজের হাতে গড়ুক নিজের ভবিষ্যৎ—এই বিদ্যালয়ের প্রতিটি দিন সেই চেষ্টায় কাটে। অভিভাবকদের কাছে অনুরোধ, সন্তানের ফল নয়, তার শেখার আনন্দের খবর নিন। এই ওয়েবসাইটে বিদ্যালয়ের সব নোটিশ, ফরম ও ফলাফল পাবেন।',
  },
  sideLinks: {
    eservices: [
      { label: 'এক নজরে শিক্ষার্থী', href: '/student_at_a_glance' },
      { label: 'দৈনিক উপস্থিতি', href: '/studentdailyattendance.aspx' },
      { label: 'ফি পরিশোধের বিবরণ', href: '/payment-history.aspx' },
      { label: 'পাবলিক পরীক্ষার ফলাফল', href: '/public-exam-result.aspx' },
    ],
    government: [
      { label: 'শিক্ষা মন্ত্রণালয়', href: 'https://moedu.gov.bd/' },
      { label: 'মাধ্যমিক ও উচ্চ শিক্ষা অধিদপ্তর', href: 'https://dshe.gov.bd/' },
      { label: 'জাতীয় শিক্ষাক্রম ও পাঠ্যপুস্তক বোর্ড (এনসিটিবি)', href: 'https://nctb.gov.bd/' },
      { label: 'ব্যানবেইস', href: 'https://banbeis.gov.bd/' },
      { label: 'শিক্ষা বোর্ডের ফলাফল', href: 'http://www.educationboardresults.gov.bd/' },
      { label: 'জাতীয় তথ্য বাতায়ন', href: 'https://bangladesh.gov.bd/' },
    ],
    webmaster: [],
  },
  menus: {
    apa: [
      { label: 'চুক্তিসমূহ', href: '/allDownloads?q=APA' },
      { label: 'নির্দেশিকা ও এপিএ টিম', href: '/allDownloads?q=সেবা' },
    ],
    integrity: [{ label: 'কর্মপরিকল্পনা', href: '/allDownloads?q=শুদ্ধাচার' }],
  },
  jubilee: { shown: true, number: '', title: '', text: '' },
  history,
  services: { internalResult: '', attendance: '', payment: '', publicResult: '', webmail: '' },
  mapPin: { latitude: null, longitude: null },
  credits: {
    support: 'বিদ্যালয়ের আইসিটি শাখা',
    directorate: 'মাধ্যমিক ও উচ্চ শিক্ষা অধিদপ্তর, শিক্ষা মন্ত্রণালয়',
  },
}
