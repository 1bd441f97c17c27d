import type { NewContact } from './contact.ts'

/** A valid contact record, for the examples of the API document and for tests. */
export const sampleContact: NewContact = {
  schoolName: 'উদাহরণপুর সরকারি বালিকা উচ্চ বিদ্যালয়',
  address: '১২ বিদ্যালয় সড়ক',
  wardNumber: '৭',
  corporation: 'উদাহরণপুর পৌরসভা',
  postOffice: 'উদাহরণপুর',
  postCode: '১২০০',
  policeStation: 'সদর',
  upazila: 'উদাহরণপুর সদর',
  district: 'উদাহরণপুর',
  division: 'উদাহরণ',
  phone: '০২-৫৫৫০১২৩৪',
  email: 'info@example.edu.bd',
  website: 'www.example.edu.bd',
}
