/** Longest side of a sent picture, in pixels. */
const LONGEST_SIDE = 2560
/** A smaller file within that size is sent unchanged. */
const FEW_BYTES = 1_500_000
const JPEG_QUALITY = 0.85
/** Side of the copy that is searched for transparent pixels. */
const SAMPLE_SIDE = 64

/**
 * Returns a smaller copy of a picture, rotated by its EXIF orientation, or the picture itself if a
 * copy would not be smaller. Rejects if the browser cannot decode the picture.
 */
export async function shrinkPicture(picture: File): Promise<File> {
  const image = await decode(picture)
  try {
    const { naturalWidth: width, naturalHeight: height } = image
    const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
    if (scale === 1 && picture.size <= FEW_BYTES) return picture
    const canvas = draw(image, width * scale, height * scale)
    const copies = await copiesOf(canvas, picture.type)
    const smallest = copies.reduce((least, copy) => (copy.size < least.size ? copy : least))
    return smallest.size < picture.size ? named(smallest, picture) : picture
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

/*
 * An <img> applies the EXIF orientation in every browser. For `createImageBitmap` it is an option
 * that Chrome 109 refuses and old versions of Safari ignore.
 */
async function decode(picture: File): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = URL.createObjectURL(picture)
  try {
    await image.decode()
  } catch (error) {
    URL.revokeObjectURL(image.src)
    throw error
  }
  return image
}

function draw(image: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width)
  canvas.height = Math.round(height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas to draw on')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Encodes a photo as JPEG. Other pictures also as PNG, which is often smaller for text. */
async function copiesOf(canvas: HTMLCanvasElement, type: string): Promise<Blob[]> {
  if (type === 'image/jpeg') return [await encode(canvas, 'image/jpeg')]
  if (hasTransparency(canvas)) return [await encode(canvas, 'image/png')]
  return Promise.all([encode(canvas, 'image/png'), encode(canvas, 'image/jpeg')])
}

/** JPEG would show transparent pixels black. */
function hasTransparency(canvas: HTMLCanvasElement): boolean {
  const sample = draw(canvas, SAMPLE_SIDE, SAMPLE_SIDE)
  const pixels = sample.getContext('2d')?.getImageData(0, 0, SAMPLE_SIDE, SAMPLE_SIDE).data ?? []
  return pixels.some((value, index) => index % 4 === 3 && value < 250)
}

function encode(canvas: HTMLCanvasElement, type: 'image/jpeg' | 'image/png'): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(`No ${type} of this canvas`))),
      type,
      JPEG_QUALITY,
    )
  })
}

function named(copy: Blob, { name, lastModified, type }: File): File {
  const extension = copy.type === 'image/png' ? 'png' : 'jpg'
  const newName = copy.type === type ? name : `${name.replace(/\.[^.]+$/, '')}.${extension}`
  return new File([copy], newName, { type: copy.type, lastModified })
}
