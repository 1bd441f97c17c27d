/* How many messages a text becomes (3GPP TS 23.038 and 23.040). */

/** The GSM 7-bit alphabet. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Its extension: two septets each. */
const GSM_EXTENSION = new Set('\f^{}\\[~]|€')

/** Units that fit one message alone, and each of several: those have a header of six bytes. */
const LIMITS = { gsm7: { alone: 160, each: 153 }, ucs2: { alone: 70, each: 67 } } as const

export interface SmsSize {
  /** Septets, or UTF-16 units if a character is not in the GSM alphabet. */
  units: number
  /** Messages; 0 for an empty text. */
  messages: number
  alone: number
  each: number
}

/** Counts a text as phones send it. What takes two units is never split between messages. */
export function smsSize(text: string): SmsSize {
  const characters = [...text]
  const isGsm = characters.every((one) => GSM.has(one) || GSM_EXTENSION.has(one))
  const { alone, each } = LIMITS[isGsm ? 'gsm7' : 'ucs2']
  let units = 0
  let messages = text === '' ? 0 : 1
  let inMessage = 0
  for (const character of characters) {
    const width = isGsm ? Number(GSM_EXTENSION.has(character)) + 1 : character.length
    units += width
    inMessage += width
    if (inMessage > each) {
      messages += 1
      inMessage = width
    }
  }
  return { units, messages: units <= alone ? Math.min(messages, 1) : messages, alone, each }
}
