import type { Page } from '@playwright/test'

interface PhotoPaper {
  name: string
  mimeType: string
  buffer: Buffer
}

/**
 * A phone photo of 4000×3000 pixels with camera noise, taken in portrait, so that its EXIF asks for
 * a quarter turn. Upright, its upper left quarter is red.
 */
export async function phonePhoto(page: Page, name = 'IMG_2034.jpg'): Promise<PhotoPaper> {
  const encoded = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 4000
    canvas.height = 3000
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    const noise = context.createImageData(1000, 1000)
    let seed = 1
    for (let index = 0; index < noise.data.length; index += 1) {
      seed = (seed * 16807) % 2147483647
      noise.data[index] = index % 4 === 3 ? 255 : 96 + (seed % 64)
    }
    for (let x = 0; x < 4; x += 1) {
      for (let y = 0; y < 3; y += 1) context.putImageData(noise, x * 1000, y * 1000)
    }
    // After the quarter turn, the lower left quarter is at the upper left.
    context.fillStyle = 'rgb(208 32 32)'
    context.fillRect(0, 1500, 2000, 1500)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.95))
    if (!blob) throw new Error('No JPEG')
    const reader = new FileReader()
    await new Promise((done) => {
      reader.onload = done
      reader.readAsDataURL(blob)
    })
    return String(reader.result).split(',')[1] ?? ''
  })
  const plain = Buffer.from(encoded, 'base64')
  const buffer = Buffer.concat([plain.subarray(0, 2), quarterTurn(), plain.subarray(2)])
  return { name, mimeType: 'image/jpeg', buffer }
}

/** A JPEG segment with EXIF orientation 6, a quarter turn clockwise. */
function quarterTurn(): Buffer {
  const orientation = [0x01, 0x12, 0x00, 0x03, 0, 0, 0, 1, 0x00, 0x06, 0, 0]
  const directory = [0x4d, 0x4d, 0x00, 0x2a, 0, 0, 0, 8, 0x00, 0x01, ...orientation, 0, 0, 0, 0]
  const exif = Buffer.from([...Buffer.from('Exif\0\0', 'latin1'), ...directory])
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif])
}

/** A small picture of one colour, drawn by the browser. */
export async function smallPhoto(
  page: Page,
  name: string,
  { color = 'teal', type = 'image/png' } = {},
): Promise<PhotoPaper> {
  const encoded = await page.evaluate(
    ([fill, mimeType]) => {
      const canvas = document.createElement('canvas')
      canvas.width = 320
      canvas.height = 200
      const context = canvas.getContext('2d')
      if (!context) throw new Error('No canvas')
      context.fillStyle = fill
      context.fillRect(0, 0, 320, 200)
      return canvas.toDataURL(mimeType).split(',')[1] ?? ''
    },
    [color, type] as const,
  )
  return { name, mimeType: type, buffer: Buffer.from(encoded, 'base64') }
}

/**
 * Pastes a picture as applications put it on the clipboard: without a file name.
 * @param at `opening` waits for the next dialog, and pastes before anything else can run after it opened
 */
export async function pastePicture(
  page: Page,
  { buffer, mimeType }: PhotoPaper,
  at: 'now' | 'opening' = 'now',
): Promise<void> {
  await page.evaluate(
    async ([encoded, type, at]) => {
      const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes], 'image.png', { type }))
      const isOpen = () => document.querySelector('dialog.dialog[open]') !== null
      if (at === 'opening') {
        await new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            if (!isOpen()) return
            observer.disconnect()
            resolve()
          })
          observer.observe(document, { subtree: true, childList: true, attributes: true })
        })
      }
      const target = document.activeElement ?? document.body
      const options = { clipboardData, bubbles: true, cancelable: true }
      target.dispatchEvent(new ClipboardEvent('paste', options))
    },
    [buffer.toString('base64'), mimeType, at] as const,
  )
}

/** The colour of an entry's picture at a point given as fractions of width and height. */
export function colorAt(page: Page, address: string, [x, y]: readonly [number, number]) {
  return page.evaluate(
    async ([src, partX, partY]) => {
      const image = new Image()
      image.src = src
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = 1
      canvas.height = 1
      const context = canvas.getContext('2d')
      context?.drawImage(image, -image.naturalWidth * partX, -image.naturalHeight * partY)
      return Array.from(context?.getImageData(0, 0, 1, 1).data ?? []).slice(0, 3)
    },
    [address, x, y] as const,
  )
}

/** Corners of the sheet in `paperPhoto`, as parts of width and height. */
export const SHEET = [
  [0.16, 0.12],
  [0.86, 0.1],
  [0.9, 0.9],
  [0.1, 0.92],
] as const

/** A photo of a printed sheet on a dark desk, in evening light. */
export async function paperPhoto(page: Page, name: string): Promise<PhotoPaper> {
  const encoded = await page.evaluate(
    ([heading, corners]) => {
      const canvas = document.createElement('canvas')
      canvas.width = 1500
      canvas.height = 2000
      const context = canvas.getContext('2d')
      if (!context) throw new Error('No canvas')
      context.fillStyle = 'rgb(74 52 36)'
      context.fillRect(0, 0, 1500, 2000)
      const light = context.createLinearGradient(0, 0, 1500, 2000)
      light.addColorStop(0, 'rgb(236 230 214)')
      light.addColorStop(1, 'rgb(176 168 150)')
      context.fillStyle = light
      context.beginPath()
      for (const [x, y] of corners) context.lineTo(x * 1500, y * 2000)
      context.fill()
      context.fillStyle = 'rgb(40 36 34)'
      context.font = 'bold 64px sans-serif'
      context.fillText(heading, 420, 420)
      context.font = '40px sans-serif'
      for (let line = 0; line < 16; line += 1) {
        context.fillText(`${line + 1}. notice of the school`, 330, 560 + line * 70)
      }
      return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? ''
    },
    [name, SHEET] as const,
  )
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(encoded, 'base64') }
}
