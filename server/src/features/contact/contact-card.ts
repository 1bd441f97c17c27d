import { cardCopy } from '@bidyaloy/shared/features/contact/card-copy'
import { type Contact, websiteUrl } from '@bidyaloy/shared/features/contact/contact'
import { toLatinDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { phoneNumbers } from '@bidyaloy/shared/school/phone-numbers'
import { findContact } from '../../document-data.ts'
import type { MakeDocument } from '../../feature.ts'
import { contentLines, contentText } from '../../lib/content-lines.ts'

/** Creates the vCard of the contact record; null before the record is saved. */
export const makeContactCard: MakeDocument = async ({ api }) => {
  const contact = await findContact(api)
  if (!contact) return null
  return {
    contentType: 'text/vcard; charset=utf-8',
    body: vCard(contact),
    fileName: `${contact.schoolName}.vcf`,
  }
}

/** Formats a vCard 3.0 (RFC 2426), which old phones read, too. */
function vCard(contact: Contact): string {
  const { schoolName, address, wardNumber, corporation, postOffice, postCode } = contact
  const { policeStation, upazila, district, division, phone, email, website } = contact
  const ward = `${cardCopy['card.ward'].bn} ${wardNumber}`
  const url = websiteUrl(website)
  const country = cardCopy['card.country'].bn
  const place = [
    '',
    '',
    [address, ward, corporation, postOffice].join(', '),
    [policeStation, upazila].filter((name, i, all) => all.indexOf(name) === i).join(', '),
    [district, division].join(', '),
    toLatinDigits(postCode),
    country,
  ]
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${contentText(schoolName)}`,
    // The format requires a name; a school has no given name.
    `N:${contentText(schoolName)};;;;`,
    `ORG:${contentText(schoolName)}`,
    ...phoneNumbers(phone).flatMap(({ dial }) => (dial ? `TEL;TYPE=WORK,VOICE:${dial}` : [])),
    `EMAIL;TYPE=INTERNET,WORK:${contentText(email)}`,
    ...(url === null ? [] : [`URL:${contentText(url)}`]),
    `ADR;TYPE=WORK:${place.map(contentText).join(';')}`,
    `REV:${contact.updatedAt}`,
    'END:VCARD',
  ]
  return contentLines(lines)
}
