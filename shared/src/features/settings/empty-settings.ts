import type { SiteSettings } from './settings.ts'

/* Free of zod: the public site's bundle may import this file. */

/** Defaults of a new site, without any school's data. */
export const emptySiteSettings: SiteSettings = {
  identity: {
    name: '',
    phone: '',
    place: '',
    motto: '',
    welcome: '',
    established: '',
    nationalised: '',
    eiin: '',
    schoolCode: '',
  },
  headTeacher: { name: '', message: '' },
  sideLinks: { eservices: [], government: [], webmaster: [] },
  menus: { apa: [], integrity: [] },
  jubilee: { shown: true, number: '', title: '', text: '' },
  history: '',
  services: { internalResult: '', attendance: '', payment: '', publicResult: '', webmail: '' },
  mapPin: { latitude: null, longitude: null },
  credits: { support: '', directorate: '' },
  pictures: { crest: null, banner: null, headTeacher: null },
  __v: 0,
  updatedAt: null,
}
