import { toLatinDigits } from '@bidyaloy/shared/bengali/digits'
import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import { type Contact, websiteUrl } from '@bidyaloy/shared/school/contact'
import { phoneNumbers } from '@bidyaloy/shared/school/phone-numbers'
import { findContact, type MakeDocument } from './site-document.ts'

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
  const ward = `${siteMessages['card.ward'].bn} ${wardNumber}`
  const country = siteMessages['card.country'].bn
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
    `FN:${cardText(schoolName)}`,
    // The format requires a name; a school has no given name.
    `N:${cardText(schoolName)};;;;`,
    `ORG:${cardText(schoolName)}`,
    ...phoneNumbers(phone).flatMap(({ dial }) => (dial ? `TEL;TYPE=WORK,VOICE:${dial}` : [])),
    `EMAIL;TYPE=INTERNET,WORK:${cardText(email)}`,
    `URL:${cardText(websiteUrl(website) ?? website)}`,
    `ADR;TYPE=WORK:${place.map(cardText).join(';')}`,
    `REV:${contact.updatedAt}`,
    'END:VCARD',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function cardText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n|\r/g, '\\n')
}

const MAX_LINE_BYTES = 75

/** Folds a line after at most 75 bytes, never inside a character; continuations begin with a space. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const char of line) {
    const length = Buffer.byteLength(char)
    if (bytes + length > MAX_LINE_BYTES) {
      parts.push(part)
      part = ''
      // The leading space counts.
      bytes = 1
    }
    part += char
    bytes += length
  }
  return [...parts, part].join('\r\n ')
}
